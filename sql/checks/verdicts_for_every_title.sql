-- check: verdicts_for_every_title
-- severity: critical
-- inputs: core.event_players, mart.norm_verdicts, ref.norm_titles
-- about: Whoever has a verdict has one for every title open to him: all titles of the edition for women, the
--   open ones for everybody else. The article is the same for men, women and players of unknown sex.
with

judged as (
    select distinct
        event_id,
        start_number,
        edition
    from mart.norm_verdicts
),

expected as (
    select
        judged.event_id,
        judged.start_number,
        titles.title_sought
    from judged
    inner join core.event_players as players
        on judged.event_id = players.event_id and judged.start_number = players.start_number
    inner join ref.norm_titles as titles
        on judged.edition = titles.edition and (not titles.is_womens or players.sex = 'F')
)

select expected.event_id || ', player ' || expected.start_number || ', ' || expected.title_sought as sample_key
from expected
anti join mart.norm_verdicts as verdicts
    on
        expected.event_id = verdicts.event_id
        and expected.start_number = verdicts.start_number
        and expected.title_sought = verdicts.title_sought
