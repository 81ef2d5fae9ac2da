-- table: mart.recheck
-- grain: signed norm that is now another
-- inputs: staging.signed_norms, mart.norm_verdicts, mart.event_sources
-- about: Every signed norm against the verdict of today. A player is found by his number, else by start number and name; a norm that is
--   gone, refused or open has no figures. What the verdict rests on is compared too, to say why.
with
today as (
    select
        signed.source_file,
        verdicts.*,
        row_number() over (
            partition by signed.source_file order by signed.start_number = verdicts.start_number desc, verdicts.start_number
        ) as preference
    from staging.signed_norms as signed
    inner join mart.norm_verdicts as verdicts
        on
            signed.event_id = verdicts.event_id
            and signed.title_sought = verdicts.title_sought
            and coalesce(
                signed.fide_id = verdicts.fide_id, signed.start_number = verdicts.start_number and signed.name = verdicts.name
            )
),

compared as (
    select
        signed.*,
        today.event_id is not null as has_verdict,
        today.achieved,
        today.undecided_because,
        today.failed_articles,
        today.edition as edition_now,
        today.games as games_now,
        today.score as score_now,
        today.opponents_average_rating as opponents_average_rating_now,
        today.performance_rating as performance_rating_now,
        today.extension as extension_now,
        today.counted_games as counted_games_now,
        list_filter([
            case when today.event_id is null then 'verdict' end,
            case when today.achieved is distinct from true then 'achieved' end,
            case when signed.edition is distinct from today.edition then 'edition' end,
            case when signed.games is distinct from today.games then 'games' end,
            case when signed.score is distinct from today.score then 'score' end,
            case
                when signed.opponents_average_rating is distinct from today.opponents_average_rating then 'opponents_average_rating'
            end,
            case when signed.performance_rating is distinct from today.performance_rating then 'performance_rating' end,
            case when signed.extension is distinct from today.extension then 'extension' end,
            case when signed.counted_games is distinct from today.counted_games then 'counted_games' end,
            case when signed.selection is distinct from today.selection then 'selection' end,
            case when signed.left_out_rounds is distinct from today.left_out_rounds then 'left_out_rounds' end,
            case when signed.cut_after_round is distinct from today.cut_after_round then 'cut_after_round' end
        ], lambda difference: difference is not null) as differences,
        list_filter([
            case when signed.report_sha256 is distinct from sources.report_sha256 then 'report' end,
            case when signed.sidecar_sha256 is distinct from sources.sidecar_sha256 then 'sidecar' end,
            case when signed.edition is distinct from sources.edition then 'edition' end,
            case
                when
                    signed.list_month is distinct from sources.list_month or signed.list_sha256 is distinct from sources.list_sha256
                    then 'list'
            end,
            case when signed.rules_sha256 is distinct from sources.rules_sha256 then 'rules' end
        ], lambda source: source is not null) as changed_sources
    from staging.signed_norms as signed
    left join today on signed.source_file = today.source_file and today.preference = 1
    left join mart.event_sources as sources on signed.event_id = sources.event_id
)

select
    source_file,
    event_id,
    start_number,
    title_sought,
    fide_id,
    name,
    signed_on,
    signed_by,
    norm_in_words(score, games, opponents_average_rating, performance_rating, extension, counted_games, edition) as signed,
    case
        when not has_verdict then null
        when achieved is null then 'open: ' || undecided_because
        when not achieved then 'no norm: ' || array_to_string(failed_articles, ', ')
        else
            norm_in_words(
                score_now,
                games_now,
                opponents_average_rating_now,
                performance_rating_now,
                extension_now,
                counted_games_now,
                edition_now
            )
    end as computed,
    differences,
    if(len(changed_sources) = 0, ['program'], changed_sources) as changed_sources
from compared
where len(differences) > 0
