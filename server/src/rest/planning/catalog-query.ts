/**
 * Introspects the database: a single row with JSON text in the form of `Catalog`. Runs with an empty search_path, so that types
 * and names are qualified, and reads only pg_catalog. $1: the exposed schemas (text[]); $2: the login role of requests.
 */
export type Catalog = {
  relations: {
    oid: number
    schema: string
    name: string
    kind: 'r' | 'v' | 'm' | 'f' | 'p'
    comment: string | null
    /** Bits of pg_relation_is_updatable: 4 update, 8 insert, 16 delete. */
    abilities: number
    columns: CatalogColumn[]
  }[]
  constraints: {
    name: string
    type: 'p' | 'u' | 'f'
    table: number
    columns: number[]
    foreignTable: number
    foreignColumns: number[]
  }[]
  views: { oid: number; definition: string }[]
  routines: CatalogRoutine[]
  computed: {
    schema: string
    name: string
    from: number
    to: number
    single: boolean
  }[]
  roleSettings: { role: string; name: string; value: string }[]
  configuration: { name: string; value: string }[]
  /** Whether PostGIS is installed and can write GeoJSON. */
  geojson: boolean
}

export type CatalogColumn = {
  number: number
  name: string
  type: string
  nullable: boolean
  maxLength: number | null
  default: string | null
  comment: string | null
  enum: string[] | null
}

export type CatalogRoutine = {
  schema: string
  name: string
  comment: string | null
  parameters: { name: string; type: string; required: boolean; variadic: boolean }[]
  returns: {
    schema: string
    name: string
    composite: boolean
    set: boolean
    void: boolean
    relation: boolean
    /** For a domain named after a media type: that type, whose content is sent unwrapped. */
    media: string | null
  }
  volatility: 'i' | 's' | 'v'
  settings: string[]
}

export const CATALOG_QUERY = `
with relations as (
  select c.oid, n.nspname, c.relname, c.relkind, c.reltype
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
    and n.nspname not in ('pg_catalog', 'information_schema')
    and n.nspname !~ '^pg_(toast|temp)'
),
columns as (
  select a.attrelid, json_agg(json_build_object(
    'number', a.attnum,
    'name', a.attname,
    'type', format_type(a.atttypid, a.atttypmod),
    'nullable', not a.attnotnull,
    'maxLength', case when a.atttypid in ('varchar'::regtype, 'bpchar'::regtype) and a.atttypmod > 4 then a.atttypmod - 4 end,
    'default', case
      when a.attgenerated <> '' then null
      when a.attidentity = 'd' then format('nextval(%L)', pg_get_serial_sequence(format('%I.%I', r.nspname, r.relname), a.attname))
      when d.adbin is not null then pg_get_expr(d.adbin, d.adrelid)
      when t.typdefaultbin is not null then pg_get_expr(t.typdefaultbin, 0)
    end,
    'comment', col_description(a.attrelid, a.attnum),
    'enum', case when t.typtype = 'e' then (
      select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid
    ) end
  ) order by a.attnum) as list
  from pg_attribute a
  join relations r on r.oid = a.attrelid
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped
  group by a.attrelid
)
select json_build_object(
  'relations', (
    select coalesce(json_agg(json_build_object(
      'oid', r.oid::bigint,
      'schema', r.nspname,
      'name', r.relname,
      'kind', r.relkind,
      'comment', obj_description(r.oid, 'pg_class'),
      'abilities', case
        when r.relkind in ('r', 'p') then 28
        when r.relkind in ('v', 'f') and r.nspname = any($1::text[]) then pg_relation_is_updatable(r.oid, true)
        else 0
      end,
      'columns', coalesce(c.list, '[]')
    ) order by r.nspname, r.relname), '[]')
    from relations r left join columns c on c.attrelid = r.oid
  ),
  'constraints', (
    select coalesce(json_agg(json_build_object(
      'name', k.conname,
      'type', k.contype,
      'table', k.conrelid::bigint,
      'columns', k.conkey,
      'foreignTable', k.confrelid::bigint,
      'foreignColumns', coalesce(k.confkey, '{}')
    ) order by k.conrelid, k.conname), '[]')
    from pg_constraint k
    where k.contype in ('p', 'u', 'f') and k.conparentid = 0 and k.conrelid in (select oid from relations)
  ),
  'views', (
    select coalesce(json_agg(json_build_object('oid', r.oid::bigint, 'definition', w.ev_action::text)), '[]')
    from relations r join pg_rewrite w on w.ev_class = r.oid and w.rulename = '_RETURN'
    where r.relkind in ('v', 'm')
  ),
  'routines', (
    select coalesce(json_agg(json_build_object(
      'schema', n.nspname,
      'name', p.proname,
      'comment', obj_description(p.oid, 'pg_proc'),
      'parameters', (
        select coalesce(json_agg(json_build_object(
          'name', coalesce(i.name, ''),
          'type', case i.type
            when 'bit'::regtype then 'bit varying'
            when 'bit[]'::regtype then 'bit varying[]'
            when 'bpchar'::regtype then 'character varying'
            when 'bpchar[]'::regtype then 'character varying[]'
            else format_type(i.type, null)
          end,
          'required', i.position <= p.pronargs - p.pronargdefaults,
          'variadic', i.mode = 'v'
        ) order by i.position), '[]')
        from (
          select a.type, a.name, coalesce(a.mode, 'i') as mode, row_number() over (order by a.ord) as position
          from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes)
            with ordinality as a(type, name, mode, ord)
          where coalesce(a.mode, 'i') in ('i', 'b', 'v')
        ) i
      ),
      'returns', json_build_object(
        'schema', tn.nspname,
        'name', coalesce(rc.relname, t.typname),
        'composite', t.typtype = 'c' or coalesce(p.proargmodes::text[] && '{t,b,o}', false),
        'set', p.proretset,
        'void', t.typname = 'void',
        'relation', coalesce(rc.relkind in ('r', 'v', 'm', 'f', 'p'), false),
        'media', case when rt.typtype = 'd' and rt.typname like '%/%' and not p.proretset then rt.typname end
      ),
      'volatility', p.provolatile,
      'settings', coalesce(p.proconfig, '{}')
    ) order by n.nspname, p.proname, p.pronargs, p.oid), '[]')
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    join pg_type rt on rt.oid = p.prorettype
    join pg_type t on t.oid = coalesce(nullif(rt.typbasetype, 0), rt.oid)
    join pg_namespace tn on tn.oid = t.typnamespace
    left join pg_class rc on rc.oid = t.typrelid
    where n.nspname = any($1::text[]) and p.prokind = 'f'
      and t.typname not in ('trigger', 'event_trigger', 'internal')
  ),
  'computed', (
    select coalesce(json_agg(json_build_object(
      'schema', n.nspname,
      'name', p.proname,
      'from', f.oid::bigint,
      'to', r.oid::bigint,
      'single', not p.proretset or p.prorows = 1
    ) order by n.nspname, p.proname), '[]')
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    join relations f on f.reltype = p.proargtypes[0]
    join relations r on r.reltype = p.prorettype
    where p.pronargs = 1
  ),
  'roleSettings', (
    select coalesce(json_agg(json_build_object('role', s.rolname, 'name', s.name, 'value', s.value) order by s.rank), '[]')
    from (
      select r.rolname, split_part(c, '=', 1) as name, substr(c, strpos(c, '=') + 1) as value,
        (d.setdatabase <> 0)::int as rank
      from pg_db_role_setting d join pg_roles r on r.oid = d.setrole, unnest(d.setconfig) c
      where d.setdatabase in (0, (select oid from pg_database where datname = current_database()))
        and r.rolname <> $2 and pg_has_role($2, r.oid, 'member')
    ) s
    left join pg_settings g on g.name = s.name
    where g.context = 'user' or (g.name is null and s.name like '%.%')
  ),
  'configuration', (
    select coalesce(json_agg(json_build_object('name', s.name, 'value', s.value) order by s.rank), '[]')
    from (
      select substr(split_part(c, '=', 1), 7) as name, substr(c, strpos(c, '=') + 1) as value,
        (d.setrole <> 0)::int * 2 + (d.setdatabase <> 0)::int as rank
      from pg_db_role_setting d, unnest(d.setconfig) c
      where d.setrole in (0, (select oid from pg_roles where rolname = $2))
        and d.setdatabase in (0, (select oid from pg_database where datname = current_database()))
        and c like 'pgrst.%'
    ) s
  ),
  'geojson', exists (select from pg_proc where proname = 'st_asgeojson')
)::text as catalog`
