-- table: mart.direct_titles
-- grain: player and title earned in a championship
-- inputs: mart.championship_results, core.event_players, ref.held_titles
-- about: 1.2 (2005). Not for who holds the title or a higher one, nor for a lower title than the same event gives.
with
earned as (
    select
        results.*,
        players.fide_id,
        players.name,
        players.title_code as held_title,
        players.womens_title_code as held_womens_title
    from mart.championship_results as results
    inner join core.event_players as players
        on results.event_id = players.event_id and results.start_number = players.start_number
    where not results.is_norm
)

select
    earned.event_id,
    earned.start_number,
    earned.title_code as title,
    earned.fide_id,
    earned.name,
    earned.result,
    earned.article,
    earned.status
from earned
where
    not exists (
        select 1
        from ref.held_titles as held
        where
            held.title_sought = earned.title_code
            and held.title_code in (earned.held_title, earned.held_womens_title)
    )
    and not exists (
        select 1
        from earned as others
        inner join ref.held_titles as held on others.title_code = held.title_code
        where
            others.event_id = earned.event_id
            and others.start_number = earned.start_number
            and held.title_sought = earned.title_code
            and held.title_code <> earned.title_code
    )
