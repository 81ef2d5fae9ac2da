-- check: womens_norms_of_women
-- severity: critical
-- inputs: core.event_players, mart.norm_verdicts, ref.norm_titles
-- about: Norms for women's titles are judged for known women only.
select verdicts.event_id || ', player ' || verdicts.start_number || ', ' || verdicts.title_sought as sample_key
from mart.norm_verdicts as verdicts
inner join ref.norm_titles as titles
    on verdicts.edition = titles.edition and verdicts.title_sought = titles.title_sought
left join core.event_players as players
    on verdicts.event_id = players.event_id and verdicts.start_number = players.start_number
where titles.is_womens and players.sex is distinct from 'F'
