-- table: findings.readings
-- grain: verdict that hangs on a reading
-- inputs: mart.reading_differences, core.event_heads, ref.readings
-- about: Norms that only one of two readings of the text gives, or that count otherwise: an arbiter must know before he signs.
select
    heads.source_file,
    cast(null as bigint) as line_number,
    cast(null as bigint) as column_number,
    differences.event_id,
    if(differences.achieved is distinct from differences.achieved_by_reading, 'warning', 'info') as severity,
    'depends_on_reading' as finding_code,
    coalesce(differences.name, 'start number ' || differences.start_number) as subject,
    differences.title_sought || ' norm: '
    || case
        when differences.is_listed is not null
            then
                if(differences.is_listed, 'serves', 'does not serve') || ' as the norm of a listed event by the reading '
                || named.reading || ' of ' || named.switch || ', and '
                || if(differences.is_listed_by_reading, 'does', 'does not') || ' by ' || differences.reading
        when differences.achieved and differences.achieved_by_reading
            then
                'counts ' || differences.counted_games || ' games by the reading ' || named.reading || ' of ' || named.switch
                || ', ' || differences.counted_games_by_reading || ' by ' || differences.reading
        when differences.achieved
            then 'made by the reading ' || named.reading || ' of ' || named.switch || ', not by ' || differences.reading
        else 'not made by the reading ' || named.reading || ' of ' || named.switch || ', made by ' || differences.reading
    end || '.' as finding,
    'The verdict follows ' || named.reading
    || '. The text leaves this open: ask the Qualification Commission before the norm is claimed.' as action,
    named.article
from mart.reading_differences as differences
inner join core.event_heads as heads on differences.event_id = heads.event_id
inner join ref.readings as named
    on differences.edition = named.edition and differences.switch = named.switch and named.is_usual
