-- The structure of a database, one row per object with the text of everything that matters about it. Read with an empty
-- search path, so that definitions use qualified names. Left out: members of extensions; range partitions, which are
-- created over time and follow from their table; oids, statistics and creation order. Column order is kept, since
-- `select *` and row types depend on it.
with
spaces as (
  select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
),
brought as (
  select classid, objid from pg_depend where deptype = 'e'
),
ranges as (
  select oid from pg_class where relispartition and pg_get_expr(relpartbound, oid) like 'FOR VALUES FROM%'
),
rights as (
  select class, oid, string_agg(grantee || '=' || privileges, ' ' order by grantee) as granted
  from (
    select class, oid, case grantee when 0 then 'public' else pg_get_userbyid(grantee) end as grantee,
      string_agg(privilege_type || case when is_grantable then '*' else '' end, ',' order by privilege_type) as privileges
    from (
      select 'pg_class'::regclass as class, oid, coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner)) as acl from pg_class
      union all select 'pg_proc'::regclass, oid, coalesce(proacl, acldefault('f', proowner)) from pg_proc
      union all select 'pg_namespace'::regclass, oid, coalesce(nspacl, acldefault('n', nspowner)) from pg_namespace
      union all select 'pg_type'::regclass, oid, coalesce(typacl, acldefault('T', typowner)) from pg_type
      union all select 'pg_default_acl'::regclass, oid, defaclacl from pg_default_acl
    ) as lists, aclexplode(acl)
    group by class, oid, grantee
  ) as each group by class, oid
),
relations as (
  select c.*, s.nspname || '.' || c.relname as name
  from pg_class as c join spaces as s on s.oid = c.relnamespace
  where c.oid not in (select oid from ranges)
    and not exists (select from pg_index where indexrelid = c.oid and indrelid in (select oid from ranges))
    and not exists (select from brought where classid = 'pg_class'::regclass and objid = c.oid)
),
tables as (select * from relations where relkind in ('r', 'p', 'v', 'm', 'f')),
facts (object, fact) as (
  select 'schema ' || nspname, concat_ws(' | ', pg_get_userbyid(nspowner), granted, obj_description(n.oid, 'pg_namespace'))
  from pg_namespace as n join spaces using (oid, nspname) left join rights on class = 'pg_namespace'::regclass and rights.oid = n.oid

  union all
  select case relkind when 'v' then 'view ' when 'm' then 'materialized view ' else 'table ' end || name, concat_ws(' | ',
    relkind, relpersistence, pg_get_userbyid(relowner), granted, array_to_string(reloptions, ','),
    case when relrowsecurity then 'row security' end, case when relforcerowsecurity then 'forced' end, 'identity ' || relreplident::text,
    case when relkind = 'p' then pg_get_partkeydef(t.oid) end, pg_get_expr(relpartbound, t.oid),
    (select 'of ' || string_agg(inhparent::regclass::text, ',' order by inhseqno) from pg_inherits where inhrelid = t.oid),
    case when relkind in ('v', 'm') then pg_get_viewdef(t.oid) end, obj_description(t.oid, 'pg_class'))
  from tables as t left join rights on class = 'pg_class'::regclass and rights.oid = t.oid

  union all
  select 'column ' || name || '.' || attname, concat_ws(' | ',
    'place ' || row_number() over (partition by t.oid order by attnum), format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
    nullif(attidentity, ''), nullif(attgenerated, ''), pg_get_expr(adbin, adrelid), attcollation::regcollation, attstorage, nullif(attcompression, ''),
    (select string_agg(g, ' ' order by g) from (
       select case grantee when 0 then 'public' else pg_get_userbyid(grantee) end || '=' || string_agg(privilege_type, ',' order by privilege_type)
       from aclexplode(attacl) group by grantee) as x (g)),
    array_to_string(attoptions, ','), nullif(attstattarget, -1), col_description(t.oid, attnum))
  from tables as t join pg_attribute on attrelid = t.oid and attnum > 0 and not attisdropped left join pg_attrdef on adrelid = t.oid and adnum = attnum

  union all
  -- Not-null constraints are left out: the column shows them, and their names do not matter.
  select 'constraint ' || conname || ' on ' || name, concat_ws(' | ', pg_get_constraintdef(c.oid), case when not convalidated then 'not valid' end, obj_description(c.oid, 'pg_constraint'))
  from pg_constraint as c join tables as t on t.oid = conrelid where contype <> 'n'

  union all
  select 'index ' || name, concat_ws(' | ', pg_get_indexdef(i.indexrelid), case when not indisvalid then 'invalid' end, case when indisclustered then 'clustered' end,
    case when indisreplident then 'replica identity' end, obj_description(i.indexrelid, 'pg_class'))
  from pg_index as i join relations as r on r.oid = indexrelid

  union all
  select 'sequence ' || name, concat_ws(' | ', pg_get_userbyid(relowner), granted, relpersistence, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcache,
    case when seqcycle then 'cycles' end, (select deptype::text || refobjid::regclass::text || '.' || attname from pg_depend join pg_attribute on attrelid = refobjid and attnum = refobjsubid
      where classid = 'pg_class'::regclass and objid = r.oid and deptype in ('a', 'i')), obj_description(r.oid, 'pg_class'))
  from relations as r join pg_sequence on seqrelid = r.oid left join rights on class = 'pg_class'::regclass and rights.oid = r.oid

  union all
  select 'trigger ' || tgname || ' on ' || name, concat_ws(' | ', pg_get_triggerdef(g.oid), tgenabled, obj_description(g.oid, 'pg_trigger'))
  from pg_trigger as g join tables as t on t.oid = tgrelid where not tgisinternal

  union all
  select 'rule ' || rulename || ' on ' || name, concat_ws(' | ', pg_get_ruledef(r.oid), ev_enabled)
  from pg_rewrite as r join tables as t on t.oid = ev_class where rulename <> '_RETURN'

  union all
  select 'policy "' || polname || '" on ' || name, concat_ws(' | ', polcmd, case when polpermissive then 'permissive' else 'restrictive' end,
    (select string_agg(case r when 0 then 'public' else pg_get_userbyid(r) end, ',' order by 1) from unnest(polroles) as r),
    'using ' || pg_get_expr(polqual, polrelid), 'check ' || pg_get_expr(polwithcheck, polrelid), obj_description(p.oid, 'pg_policy'))
  from pg_policy as p join tables as t on t.oid = polrelid

  union all
  select case prokind when 'p' then 'procedure ' when 'a' then 'aggregate ' else 'function ' end || nspname || '.' || proname || '(' || pg_get_function_identity_arguments(p.oid) || ')',
    concat_ws(' | ', pg_get_userbyid(proowner), granted, obj_description(p.oid, 'pg_proc'),
      case when prokind in ('f', 'p', 'w') then pg_get_functiondef(p.oid) else pg_get_function_result(p.oid) || (select concat_ws(',', aggtransfn, aggfinalfn, agginitval) from pg_aggregate where aggfnoid = p.oid) end)
  from pg_proc as p join spaces as s on s.oid = pronamespace left join rights on class = 'pg_proc'::regclass and rights.oid = p.oid
  where not exists (select from brought where classid = 'pg_proc'::regclass and objid = p.oid)

  union all
  select 'type ' || nspname || '.' || typname, concat_ws(' | ', typtype, pg_get_userbyid(typowner), granted,
    (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid),
    (select string_agg(attname || ' ' || format_type(atttypid, atttypmod), ',' order by attnum) from pg_attribute where attrelid = t.typrelid and typtype = 'c' and attnum > 0 and not attisdropped),
    case when typtype = 'd' then concat_ws(' ', format_type(typbasetype, typtypmod), typdefault, case when typnotnull then 'not null' end,
      (select string_agg(conname || ' ' || pg_get_constraintdef(oid), ',' order by conname) from pg_constraint where contypid = t.oid and contype <> 'n')) end,
    (select rngsubtype::regtype::text from pg_range where rngtypid = t.oid), obj_description(t.oid, 'pg_type'))
  from pg_type as t join spaces as s on s.oid = typnamespace left join rights on class = 'pg_type'::regclass and rights.oid = t.oid
  where (typtype in ('e', 'd', 'r') or (typtype = 'c' and exists (select from pg_class where oid = typrelid and relkind = 'c')))
    and not exists (select from brought where classid = 'pg_type'::regclass and objid = t.oid)

  union all
  select 'publication ' || pubname, concat_ws(' | ', pg_get_userbyid(pubowner), puballtables, pubinsert, pubupdate, pubdelete, pubtruncate, pubviaroot)
  from pg_publication
  union all
  select 'published ' || pubname || ' ' || schemaname || '.' || tablename, concat_ws(' | ', array_to_string(attnames, ','), rowfilter) from pg_publication_tables

  union all
  select 'default privileges of ' || pg_get_userbyid(defaclrole) || ' in ' || coalesce(nullif(defaclnamespace, 0)::regnamespace::text, 'every schema') || ' on ' || defaclobjtype::text, granted
  from pg_default_acl as d left join rights on class = 'pg_default_acl'::regclass and rights.oid = d.oid

  union all
  select 'extension ' || extname, concat_ws(' | ', extnamespace::regnamespace, extversion) from pg_extension
  union all
  select 'event trigger ' || evtname, concat_ws(' | ', evtevent, evtfoid::regproc, evtenabled, array_to_string(evttags, ',')) from pg_event_trigger as e
  where not exists (select from brought where classid = 'pg_event_trigger'::regclass and objid = e.oid)
  union all
  select 'statistics ' || stxnamespace::regnamespace::text || '.' || stxname, pg_get_statisticsobjdef(s.oid) from pg_statistic_ext as s
  union all
  select 'cast ' || castsource::regtype::text || ' as ' || casttarget::regtype::text, concat_ws(' | ', castfunc::regproc, castcontext, castmethod) from pg_cast as c
  where oid >= 16384 and not exists (select from brought where classid = 'pg_cast'::regclass and objid = c.oid)
  union all
  select kind || ' ' || space::regnamespace::text || '.' || named, '' from (
    select 'operator' as kind, 'pg_operator'::regclass as class, oid, oprnamespace as space, oprname || '(' || oprleft::regtype::text || ',' || oprright::regtype::text || ')' || ' ' || oprcode::text as named from pg_operator
    union all select 'operator class', 'pg_opclass'::regclass, oid, opcnamespace, opcname::text from pg_opclass
    union all select 'collation', 'pg_collation'::regclass, oid, collnamespace, collname || ' ' || coalesce(collcollate, '') from pg_collation
    union all select 'text search configuration', 'pg_ts_config'::regclass, oid, cfgnamespace, cfgname::text from pg_ts_config
    union all select 'text search dictionary', 'pg_ts_dict'::regclass, oid, dictnamespace, dictname || ' ' || coalesce(dictinitoption, '') from pg_ts_dict
  ) as others where exists (select from spaces where oid = space) and not exists (select from brought where classid = class and objid = others.oid)

  union all
  select 'setting of ' || coalesce(nullif(setrole, 0)::regrole::text, 'everybody'), array_to_string(setconfig, ',') from pg_db_role_setting
  where setdatabase = (select oid from pg_database where datname = current_database())
    -- Roles are cluster-wide: only those that this database uses count.
    or (setdatabase = 0 and (setrole < 16384 or exists (
      select from pg_shdepend as s join pg_database as d on d.oid = s.dbid where datname = current_database() and refclassid = 'pg_authid'::regclass and refobjid = setrole)))
)
select object, coalesce(fact, '') as fact from facts order by object collate "C", fact collate "C"
