-- check: lower_norm_implied
-- severity: critical
-- inputs: mart.norm_verdicts, ref.norm_titles, ref.title_levels
-- article: 1.45, 1.46c, 1.48, 1.49
-- about: Whoever makes a norm makes that of a lower title too, where the edition's numbers imply it: going down,
--   the floor falls by no more than least average and least performance do, so average and performance stay
--   sufficient; and every alternative of opponents' titles contains one of the lower title. The other articles
--   do not depend on the title.
with

titles as (
    select
        edition,
        title_sought,
        least_performance,
        least_average,
        rating_floor
    from ref.norm_titles
),

levels as (
    select
        edition,
        title_sought,
        alternative,
        condition,
        title_codes,
        least,
        coalesce(share_numerator, 0) as share_numerator,
        coalesce(share_denominator, 1) as share_denominator
    from ref.title_levels
),

-- alternatives of a higher title beside those of a lower one, with how many conditions of the lower one they contain
contained as (
    select
        high.edition,
        high.title_sought as higher_title,
        high.alternative as higher_alternative,
        low.title_sought as lower_title,
        low.alternative as lower_alternative,
        count(distinct low.condition) as conditions
    from levels as high
    inner join levels as low
        on
            high.edition = low.edition
            and list_has_all(low.title_codes, high.title_codes)
            and high.least >= low.least
            and high.share_numerator * low.share_denominator >= low.share_numerator * high.share_denominator
    group by high.edition, high.title_sought, high.alternative, low.title_sought, low.alternative
),

alternatives as (
    select
        edition,
        title_sought,
        alternative,
        count(*) as conditions
    from levels
    group by edition, title_sought, alternative
),

implied as (
    select
        contained.edition,
        contained.higher_title,
        contained.lower_title
    from contained
    inner join alternatives
        on
            contained.edition = alternatives.edition
            and contained.lower_title = alternatives.title_sought
            and contained.lower_alternative = alternatives.alternative
            and contained.conditions = alternatives.conditions
    inner join titles as higher
        on contained.edition = higher.edition and contained.higher_title = higher.title_sought
    inner join titles as lower
        on
            contained.edition = lower.edition
            and contained.lower_title = lower.title_sought
            and higher.rating_floor - lower.rating_floor between 0 and least(
                higher.least_performance - lower.least_performance, higher.least_average - lower.least_average
            )
    group by contained.edition, contained.higher_title, contained.lower_title
    having count(distinct contained.higher_alternative) = (
        select count(*)
        from alternatives as of_higher
        where of_higher.edition = contained.edition and of_higher.title_sought = contained.higher_title
    )
)

select lower.event_id || ', player ' || lower.start_number || ', ' || lower.title_sought as sample_key
from mart.norm_verdicts as higher
inner join implied on higher.edition = implied.edition and higher.title_sought = implied.higher_title
inner join mart.norm_verdicts as lower
    on
        higher.event_id = lower.event_id
        and higher.start_number = lower.start_number
        and implied.lower_title = lower.title_sought
where higher.achieved and lower.achieved is not true
group by lower.event_id, lower.start_number, lower.title_sought
