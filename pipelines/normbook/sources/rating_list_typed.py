"""One SELECT from the fields of a rating list as text to typed rows, the same for every kind of file."""

from __future__ import annotations

from normbook.contracts import contract
from normbook.sources.rating_list_layouts import NUMBER_FIELDS
from normbook.sources.rating_list_month import KINDS
from normbook.sources.titles import TITLES_CSV

# Outside of these a number is a misread column, whatever the floor of the time was (Q16); 0 means unrated (Q15).
LOWEST_RATING, HIGHEST_RATING = 1000, 3000
OLDEST_AGE = 120
OLDEST_AGE_OF_SHORT_YEAR = 100

# What is odd in a row that is used all the same; null where nothing is.
ODDITIES = ("odd_title", "odd_federation", "odd_birth", "odd_sex", "odd_woman", "odd_length")

# Columns whose value is not a text field as it stands; the names are those of the CTEs below.
_VALUES = {
    "fide_id": "try_cast(fide_id as bigint)",
    "name": "nullif(name, '')",
    "sex": "coalesce(sex_told, sex_inferred)",
    "title_raw": "nullif(concat_ws(' ', nullif(title, ''), nullif(womens_title, '')), '')",
    "other_titles": "nullif(concat_ws(',', nullif(other_titles, ''), nullif(foa_title, '')), '')",
    "flag": "nullif(flag, '')",
}


def titles_sql() -> str:
    """Return the statement that loads the title codes (raw, title_code, womens_title_code) as the table `titles`."""
    return f"create table titles as from read_csv({_quoted(str(TITLES_CSV))}, header=true, all_varchar=true)"


def typed_sql(source_file: str, list_month: str, kinds: list[str]) -> str:
    """Return the SELECT over `fields` and `titles` to the columns of staging.rating_list_records, and a few more.

    The others are `problem`, the first field that cannot be read (null for a good row), and ODDITIES. Birth dates: a
    two-digit year is the latest one that is not after the list (so never over 100 years ago), Q13. A day that does
    not exist leaves the year. A title may stand in either title column; Tit goes first (Q20).
    """
    values = _VALUES | {
        "source_file": _quoted(source_file),
        "list_month": _quoted(list_month),
        "list_kinds": f"{kinds}::varchar[]",
    }
    for field in NUMBER_FIELDS:
        number = f"try_cast({field} as bigint)"
        values[field] = number if field.endswith("games") else f"nullif({number}, 0)"
    names = contract("staging.rating_list_records").column_names
    columns = ", ".join(f"{values.get(name, name)} as {name}" for name in names)
    year = int(list_month[:4])
    return f"""
        with parts as (
            select fields.*, first.raw as known_title, second.raw as known_womens_title,
                coalesce(first.title_code, second.title_code) as title_code,
                coalesce(first.womens_title_code, second.womens_title_code) as womens_title_code,
                case when regexp_full_match(federation, '[A-Za-z]{{3}}') then upper(federation) end as federation_code,
                case when upper(sex) in ('M', 'F') then upper(sex) end as sex_told,
                string_split_regex(birth, '[./-]') as birth_parts,
                length(birth_parts[1]) = 4 as is_year_first
            from fields
            left join titles as first on first.raw = upper(title)
            left join titles as second on second.raw = upper(womens_title)
        ),
        numbers as (
            select *,
                case when womens_title_code is not null or lower(flag) like '%w%' then 'F' end as sex_inferred,
                trim(birth_parts[case when is_year_first then 1 else len(birth_parts) end]) as year_told,
                try_cast(year_told as integer) as year_number,
                length(year_told) = 2 as is_short_year,
                try_cast(trim(birth_parts[2]) as integer) as birth_month,
                case when is_year_first then birth_parts[3]
                    when len(birth_parts) = 3 then birth_parts[1] end as day_told,
                try_cast(trim(day_told) as integer) as birth_day
            from parts
        ),
        years as (
            select *,
                case when is_short_year then {year} - ({year} - year_number) % {OLDEST_AGE_OF_SHORT_YEAR}
                    when year_number between {year - OLDEST_AGE} and {year} then year_number end as latest_year,
                try(make_date(latest_year, birth_month, birth_day)) >= date '{list_month}-01' as is_after_list,
                case when is_short_year and is_after_list then latest_year - {OLDEST_AGE_OF_SHORT_YEAR}
                    else latest_year end as birth_year,
                try(make_date(birth_year, birth_month, birth_day)) as birth_date,
                case when birth_date is not null then 'day' when birth_year is null then 'none'
                    when birth_month between 1 and 12 and coalesce(birth_day, 0) = 0 then 'month'
                    else 'year' end as birth_precision
            from numbers
        )
        select {columns}, {_problem_sql()} as problem,
            case when title <> '' and known_title is null then title
                when womens_title <> '' and known_womens_title is null then womens_title end as odd_title,
            case when federation <> '' and federation_code is null then federation end as odd_federation,
            case when not regexp_full_match(birth, '[ .0/-]*')
                and (birth_year is null or (birth_date is null and birth_day > 0)) then birth end as odd_birth,
            case when sex <> '' and sex_told is null then sex end as odd_sex,
            case when sex_told = 'M' and sex_inferred = 'F'
                then coalesce('the title ' || womens_title_code, 'the flag ' || flag) end as odd_woman,
            case when shift > 0 then shift end as odd_length
        from years
        order by line_number"""


def _problem_sql() -> str:
    """Return the expression for the first field that cannot be read: one quick look at all, closer ones if it fails."""
    numbers = f"concat_ws('|', fide_id, {', '.join(NUMBER_FIELDS)})"
    all_digits = f"[0-9]{{1,18}}([|][0-9]{{0,4}}){{{len(NUMBER_FIELDS)}}}"
    good_ratings = {f"{kind}_rating": _good_rating_sql(f"{kind}_rating") for kind in KINDS}
    good = [
        f"regexp_full_match({numbers}, '{all_digits}')",
        "coalesce(try_cast(fide_id as bigint) > 0, false)",
        "misfit = ''",
        *good_ratings.values(),
    ]
    closer = {
        "'fide_id'": "not regexp_full_match(fide_id, '[0-9]{1,18}') or try_cast(fide_id as bigint) = 0",
        "misfit": "misfit <> ''",
        **{
            f"'{field}'": f"not (regexp_full_match({field}, '[0-9]{{0,4}}') and {good_ratings.get(field, 'true')})"
            for field in NUMBER_FIELDS
        },
    }
    looks = " ".join(f"when {condition} then {name}" for name, condition in closer.items())
    return f"case when {' and '.join(good)} then null else case {looks} end end"


def _good_rating_sql(field: str) -> str:
    number = f"try_cast({field} as bigint)"
    return f"coalesce({field} = '' or {number} = 0 or {number} between {LOWEST_RATING} and {HIGHEST_RATING}, false)"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
