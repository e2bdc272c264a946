-- Personal data: the single list of where a member's data are, what their export contains, and what an account deletion does
-- with each. A test compares it with the database: every table that refers to a person must be listed here.
create table private.personal_data (
  subject text primary key,
  -- Selects a member's rows: $1 is their id (uuid), $2 their addresses and numbers (text[], lower case).
  condition text not null,
  -- Rows that only mention them; deleted too, but never exported, because they may be about someone else as well.
  mentions text,
  exported boolean not null,
  -- Read with the owner's rights because members have none on the table; otherwise with the member's own.
  hidden boolean not null default false,
  omitted text[] not null default '{}',
  -- goes: deleted by a foreign key. deleted: by private.forget_member(). kept, fades: `reason` says why and how long.
  fate text not null check (fate in ('goes', 'deleted', 'kept', 'fades')),
  reason text,
  check (reason is not null or (exported and fate in ('goes', 'deleted')))
);
comment on table private.personal_data is 'Where personal data are stored: what a member''s export contains, what an erasure keeps, and the reason for each exception.';
alter table private.personal_data enable row level security;

create function private.mentions(document text, words text[]) returns boolean
language sql immutable set search_path = '' as $$
  select exists (select from unnest(words) as word where word <> '' and strpos(lower(document), word) > 0)
$$;
comment on function private.mentions(text, text[]) is 'Whether a text contains one of these words (lower case).';

-- Not every host has all of these tables; lines for missing ones are skipped.
insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason)
select * from (values
  ('public.profiles', 'id = $1', null, true, false, '{}'::text[], 'goes', null),
  ('public.premium_grants', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.staff', 'user_id = $1', null, true, true, '{}', 'goes', null),
  ('public.visits', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.trading_settings', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.signal_trades', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.signal_trade_revisions', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.signal_alerts', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.signal_alerts_fired', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.signal_alerts_seen', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.signal_drafts', 'author_id = $1', null, true, true, '{}', 'goes', null),
  ('public.signal_profiles', 'author_id = $1', null, true, true, '{}', 'goes', null),
  ('public.signals', 'author_id = $1', null, true, true, '{}', 'kept', 'Who recommended what stays with the record (Regulation (EU) 2016/958, art. 2); only staff publish.'),
  ('public.signal_results', 'author_id = $1', null, true, true, '{}', 'kept', 'Who recommended what stays with the record (Regulation (EU) 2016/958, art. 2); only staff publish.'),
  ('private.statement_authors', 'user_id = $1', null, true, true, '{}', 'goes', null),
  ('public.statements', 'author_id = $1 or author_id = (select author_id from private.statement_authors where user_id = $1)', null, true, true, '{}', 'kept', 'What was stated stays with the record: an analyst''s under their name as signals do, a member''s under a pseudonym that goes with the account.'),
  ('public.statement_terms', 'statement_id in (select id from public.statements where author_id = $1 or author_id = (select author_id from private.statement_authors where user_id = $1))', null, true, true, '{nonce}', 'kept', 'What was stated stays with the record, as above.'),
  ('public.brokers', 'false', null, false, true, '{}', 'kept', 'verified_by is what the operator signs a check with.'),
  ('public.prop_firms', 'false', null, false, true, '{}', 'kept', 'verified_by is what the operator signs a check with.'),
  ('public.content_items', 'updated_by = $1', null, true, true, '{}', 'kept', 'Who changed what the operator publishes, by number alone; only staff write.'),
  ('public.content_versions', 'author = $1', null, true, true, '{}', 'kept', 'Who wrote what the operator published stays with it; only staff write.'),
  ('public.media', 'by = $1', null, true, true, '{}', 'kept', 'Who brought a picture that the operator publishes, by number alone; only staff do.'),
  ('public.lesson_progress', 'member = $1', null, true, false, '{}', 'goes', null),
  ('public.course_pace', 'member = $1', null, true, false, '{}', 'goes', null),
  ('public.level_requests', 'member = $1', null, true, false, '{}', 'goes', null),
  ('public.lesson_notes', 'member = $1', null, true, false, '{}', 'goes', null),
  ('public.bookmarks', 'member = $1', null, true, false, '{}', 'goes', null),
  ('public.course_reviews', 'member = $1', null, true, false, '{}', 'goes', null),
  ('public.help_feedback', 'member = $1', null, true, false, '{}', 'goes', null),
  ('public.help_openings', 'member = $1', null, true, false, '{}', 'goes', null),
  ('public.exercise_answers', 'member = $1', null, true, false, '{}', 'goes', null),
  ('public.certificates', 'member = $1', null, true, false, '{nonce}', 'kept', 'What was proved stays verifiable by its code; name and initials go with the account.'),
  ('public.attempts', 'member = $1', null, true, false, '{}', 'goes', null),
  ('public.attempt_answers', 'attempt in (select id from public.attempts where member = $1)', null, true, false, '{}', 'goes', null),
  ('public.daily_results', 'member = $1', null, true, false, '{}', 'goes', null),
  ('public.weekly_scores', 'member = $1', null, true, false, '{}', 'goes', null),
  ('public.streaks', 'member = $1', null, true, false, '{}', 'goes', null),
  ('public.leaderboard_names', 'member = $1', null, true, false, '{}', 'goes', null),
  ('public.forecast_answers', 'member = $1', null, true, false, '{}', 'goes', null),
  ('public.review_cards', 'member = $1', null, true, false, '{}', 'goes', null),
  ('public.ideas', 'author = (select id from public.community_members where user_id = $1)', null, true, true, '{}', 'kept', 'What was claimed stays with the record under a number among the members, from which nothing leads to a person once the account is gone.'),
  ('public.idea_texts', 'idea in (select id from public.ideas where author = (select id from public.community_members where user_id = $1))', null, true, true, '{nonce}', 'kept', 'The words of an idea stay as the posts of its thread do, without a name; moderation masks them on request.'),
  ('public.idea_records', 'author = (select id from public.community_members where user_id = $1)', null, true, true, '{}', 'kept', 'Sums over ideas that stay with the record.'),
  ('public.idea_drafts', 'member = (select id from public.community_members where user_id = $1)', null, true, true, '{}', 'deleted', null),
  ('private.idea_requests', 'author = (select id from public.community_members where user_id = $1)', null, false, true, '{}', 'kept', 'Numbers that keep a request from making two ideas.'),
  ('private.idea_records_due', 'author = (select id from public.community_members where user_id = $1)', null, false, true, '{}', 'kept', 'Empty but for the moment until a record is computed.'),
  ('public.community_members', 'user_id = $1', null, true, true, '{}', 'kept', 'The row by which a conversation and a record stay whole: the account and both names leave it.'),
  ('public.member_blocks', 'member = (select id from public.community_members where user_id = $1)', null, true, true, '{}', 'deleted', null),
  ('public.threads', 'author = (select id from public.community_members where user_id = $1) or id in (select post from private.anonymous_posts where author = (select id from public.community_members where user_id = $1))', null, true, true, '{last_author}', 'kept', 'Conversations stay readable; nothing leads from them to a person any more.'),
  ('public.posts', 'author = (select id from public.community_members where user_id = $1) or id in (select post from private.anonymous_posts where author = (select id from public.community_members where user_id = $1))', null, true, true, '{}', 'kept', 'Conversations stay readable, as above. A member deletes posts themself before.'),
  ('public.post_revisions', 'post in (select id from public.posts where author = (select id from public.community_members where user_id = $1) or id in (select post from private.anonymous_posts where author = (select id from public.community_members where user_id = $1)))', null, true, true, '{}', 'kept', 'What stood in a post that stays, as above.'),
  ('private.anonymous_posts', 'author = (select id from public.community_members where user_id = $1)', null, true, true, '{}', 'deleted', null),
  ('public.held_posts', 'author = (select id from public.community_members where user_id = $1)', null, true, true, '{}', 'deleted', null),
  ('public.removed_texts', 'author = (select id from public.community_members where user_id = $1)', null, true, true, '{}', 'kept', 'Kept with the decision that removed them, without a name (Regulation (EU) 2022/2065, art. 17 and 20).'),
  ('public.post_reactions', 'member = (select id from public.community_members where user_id = $1)', null, true, true, '{}', 'kept', 'Sums of reactions stay; nothing leads from them to a person any more.'),
  ('private.post_mentions', 'member = (select id from public.community_members where user_id = $1)', null, false, true, '{}', 'fades', 'Which posts name them: gone with the name, which leaves those texts (community/forum_erasure.sql).'),
  ('private.post_words', 'author = (select id from public.community_members where user_id = $1)', null, false, true, '{}', 'kept', 'The index of the search over posts that stay, as above.'),
  ('private.forum_writes', 'member = (select id from public.community_members where user_id = $1)', null, true, true, '{}', 'deleted', null),
  ('public.thread_reads', 'member = (select id from public.community_members where user_id = $1)', null, true, true, '{}', 'deleted', null),
  ('public.forum_reads_from', 'member = (select id from public.community_members where user_id = $1)', null, true, true, '{}', 'deleted', null),
  ('public.forum_subscriptions', 'member = (select id from public.community_members where user_id = $1)', null, true, true, '{}', 'deleted', null),
  ('public.forum_drafts', 'member = (select id from public.community_members where user_id = $1)', null, true, true, '{}', 'deleted', null),
  ('public.forum_digests', 'member = (select id from public.community_members where user_id = $1)', null, true, true, '{}', 'deleted', null),
  ('public.moderation_cases', 'author = (select id from public.community_members where user_id = $1)', null, false, true, '{}', 'kept', 'What the operator examined; what was decided and why is in moderation_decisions. Words of an account that is gone leave it.'),
  ('public.moderation_events', 'actor = $1', null, true, true, '{}', 'kept', 'Who of the staff did what, by number alone; only staff act there.'),
  ('public.moderation_decisions', 'author = (select id from public.community_members where user_id = $1)', null, true, true, '{before,decided_by,seconded_by}', 'kept', 'What was decided and on which ground, without the words and without a name (Regulation (EU) 2022/2065, art. 17 and 20).'),
  ('public.sanctions', 'member = (select id from public.community_members where user_id = $1)', null, true, true, '{}', 'kept', 'With the decision, without a name, as above.'),
  ('public.notices', 'member = (select id from public.community_members where user_id = $1)', null, true, true, '{}', 'kept', 'What was reported and what came of it, without a name (Regulation (EU) 2022/2065, art. 15 and 16).'),
  ('private.notice_senders', 'lower(mail) = any ($2)', null, true, true, '{source}', 'deleted', null),
  ('public.appeals', 'member = (select id from public.community_members where user_id = $1)', null, true, true, '{decided_by}', 'kept', 'With the decision, without a name, as above.'),
  ('public.rule_acceptances', 'member = (select id from public.community_members where user_id = $1)', null, true, true, '{}', 'deleted', null),
  ('public.forum_categories', 'false', null, false, true, '{}', 'kept', 'opened_by says who begins a thread, not a person.'),
  ('public.event_registrations', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.replay_progress', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.calendar_feeds', 'user_id = $1', null, true, false, '{secret}', 'goes', null),
  ('public.announcement_preferences', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.announcement_reminders', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('private.announcement_tellings', 'user_id = $1', null, true, true, '{}', 'goes', null),
  ('public.expectations', 'author_id = $1', null, true, true, '{}', 'kept', 'What staff stated in the public record stays in it, as signals do.'),
  ('private.recall_predictions', 'attempt in (select id from public.attempts where member = $1)', null, true, true, '{}', 'goes', null),
  ('public.admin_notifications', 'lower(user_email) = any ($2)', null, true, true, '{}', 'deleted', null),
  ('public.consents', 'user_id = $1', null, true, false, '{}', 'kept', 'Proof of consent, by the account''s number alone, for five years (GDPR art. 7(1), 17(3)(e)).'),
  ('public.data_exports', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.account_deletions', 'user_id = $1', null, true, false, '{}', 'kept', 'Proof that the erasure was done, by the account''s number alone, for five years (GDPR art. 5(2)).'),
  ('public.notification_preferences', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.push_devices', 'user_id = $1', null, true, false, '{p256dh,auth}', 'goes', null),
  ('public.notifications', 'user_id = $1', null, true, false, '{}', 'goes', null),
  ('public.notification_deliveries', 'user_id = $1', null, true, true, '{}', 'goes', null),
  ('public.leads', 'user_id = $1', null, true, true, '{}', 'goes', null),
  ('public.webhook_deliveries', 'lead_id in (select id from public.leads where user_id = $1)', null, true, true, '{}', 'goes', null),
  ('public.members', 'user_id = $1', null, true, true, '{words}', 'goes', null),
  ('public.member_suspensions', 'user_id = $1', null, true, true, '{}', 'goes', null),
  ('public.qualification_requests', 'user_id = $1', null, true, true, '{}', 'goes', null),
  ('public.qualification_events', 'request_id in (select id from public.qualification_requests where user_id = $1)', null, true, true, '{}', 'goes', null),
  ('public.proof_marks', 'request_id in (select id from public.qualification_requests where user_id = $1)', null, true, true, '{}', 'goes', null),
  ('private.proof_fingerprints', 'request_id in (select id from public.qualification_requests where user_id = $1)', null, true, true, '{}', 'goes', null),
  ('public.audit_log', 'actor = $1', null, true, true, '{}', 'kept', 'What staff changed, by number alone; only staff act there.'),
  ('private.security_changes', 'user_id = $1', null, true, true, '{was}', 'goes', null),
  ('private.known_devices', 'user_id = $1', null, true, true, '{}', 'goes', null),
  ('auth.users', 'id = $1', null, true, true, '{encrypted_password,confirmation_token,recovery_token,email_change_token_new,email_change_token_current,phone_change_token,reauthentication_token}', 'goes', null),
  ('auth.identities', 'user_id = $1', null, true, true, '{}', 'goes', null),
  ('auth.sessions', 'user_id = $1', null, true, true, '{refresh_token_hmac_key,refresh_token_counter}', 'goes', null),
  ('auth.mfa_factors', 'user_id = $1', null, true, true, '{secret,last_webauthn_challenge_data,web_authn_credential}', 'goes', null),
  ('auth.webauthn_credentials', 'user_id = $1', null, true, true, '{public_key}', 'goes', null),
  ('auth.oauth_consents', 'user_id = $1', null, true, true, '{}', 'goes', null),
  ('auth.audit_log_entries', 'payload ->> ''actor_id'' = $1::text', 'private.mentions(payload::text, $2 || $1::text)', true, true, '{}', 'deleted', null),
  ('auth.refresh_tokens', 'user_id = $1::text', null, false, true, '{}', 'deleted', 'Secrets that open the account.'),
  ('auth.one_time_tokens', 'user_id = $1', null, false, true, '{}', 'goes', 'Secrets that open the account, for minutes.'),
  ('auth.flow_state', 'user_id = $1', null, false, true, '{}', 'deleted', 'Secrets of a sign-in that is under way, for minutes.'),
  ('auth.webauthn_challenges', 'user_id = $1', null, false, true, '{}', 'goes', 'Secrets of a sign-in that is under way, for minutes.'),
  ('auth.oauth_authorizations', 'user_id = $1', null, false, true, '{}', 'goes', 'Secrets of a sign-in that is under way, for minutes.'),
  ('auth.saml_relay_states', 'lower(for_email) = any ($2)', null, false, true, '{}', 'deleted', 'Secrets of a sign-in that is under way, for minutes.'),
  ('storage.objects', 'bucket_id in (''avatars'', ''proofs'', ''certificates'', ''tickets'') and (storage.foldername(name))[1] = $1::text or bucket_id = ''forum'' and (storage.foldername(name))[1] = (select id::text from public.community_members where user_id = $1)', null, true, true, '{}', 'goes', null),
  ('storage.buckets', 'owner = $1', null, false, true, '{}', 'kept', 'A bucket is the operator''s.'),
  ('storage.s3_multipart_uploads', 'owner_id = $1::text', null, false, true, '{}', 'fades', 'An upload that was not finished is swept.'),
  ('storage.s3_multipart_uploads_parts', 'owner_id = $1::text', null, false, true, '{}', 'fades', 'An upload that was not finished is swept.'),
  ('private.topics', 'topic = ''member:'' || $1', null, false, true, '{}', 'deleted', 'How many messages a member''s pages were told; what they told is in the tables above.'),
  ('realtime.messages', 'topic = ''member:'' || $1 or payload #>> ''{request,user_id}'' = $1::text', null, false, true, '{}', 'fades', 'Broadcasts of the last three days; what they told is in the tables above.'),
  ('_server.mail_outbox', 'lower(to_address) = any ($2)', 'private.mentions(data::text, $2)', true, true, '{data}', 'deleted', null),
  ('_server.storage_usage', 'owner = $1::text', null, false, true, '{}', 'deleted', 'How many bytes were brought today and yesterday; the files are in storage.objects.'),
  ('_server.open_uploads', 'owner = $1::text', null, false, true, '{}', 'deleted', 'An upload that was not finished is swept.'),
  ('_server.recovery_code_sets', 'user_id = $1', null, false, true, '{}', 'goes', 'Secrets that open the account.')
) as line (subject, condition, mentions, exported, hidden, omitted, fate, reason)
where to_regclass(subject) is not null or subject in ('public.data_exports', 'public.account_deletions');

-- Who is it? ------------------------------------------------------------------------------------------------------------
create function public.recently_proved() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select account.is_anonymous or (
      (session.aal = 'aal2' or not exists (select from auth.mfa_factors where user_id = account.id and status = 'verified'))
      and exists (
        select from auth.mfa_amr_claims as claim
        where claim.session_id = session.id and claim.updated_at > now() - interval '10 minutes'
          -- Setting a password proves nothing for ten minutes: someone with an open session may have set it.
          and not (claim.authentication_method = 'password' and exists (
            select from private.security_changes as change
            where change.user_id = account.id and change.kind = 'password' and change.stopped_at is null
              and change.at between claim.updated_at - interval '10 minutes' and claim.updated_at
          ))
      )
    )
    from auth.sessions as session join auth.users as account on account.id = session.user_id
    where session.id::text = auth.jwt() ->> 'session_id' and session.user_id = auth.uid()
  ), false)
$$;
comment on function public.recently_proved() is 'Whether the caller authenticated within ten minutes, with the second factor if they have one, and not with a password that was just set: an unattended session must not suffice to take the account over. An anonymous user has no credentials.';

-- The copy --------------------------------------------------------------------------------------------------------------
create function private.known_as(member uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array_agg(distinct lower(word)), '')
  from auth.users as account left join public.profiles as profile on profile.id = account.id,
    unnest(array[account.email, account.email_change, account.phone, account.phone_change, profile.phone]) as word
  where account.id = member and word is not null
$$;
comment on function private.known_as(uuid) is 'The addresses and numbers of an account, in lower case.';

create function private.own_hidden_rows(subject text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  line private.personal_data;
  rows jsonb;
begin
  select * into strict line from private.personal_data as known
  where known.subject = own_hidden_rows.subject and known.hidden and known.exported;
  execute format('select coalesce(jsonb_agg(to_jsonb(found) - $3), ''[]'') from %s as found where %s', line.subject::regclass, line.condition)
  into rows using auth.uid(), coalesce(private.known_as(auth.uid()), '{}'), line.omitted;
  return rows;
end
$$;
comment on function private.own_hidden_rows(text) is 'The caller''s own rows of a table that members cannot read, without secrets. Only for listed tables, and never for others.';

create function private.exported_tables() returns table (subject text, condition text, hidden boolean, omitted text[])
language sql stable security definer set search_path = '' as $$
  select subject, condition, hidden, omitted from private.personal_data where exported order by subject
$$;
comment on function private.exported_tables() is 'The tables of a member''s export.';

create function private.exceptions_of_erasure() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'left_out', (select coalesce(jsonb_agg(jsonb_build_object('table', subject, 'reason', reason) order by subject), '[]') from private.personal_data where not exported),
    'kept_after_deletion', (select coalesce(jsonb_agg(jsonb_build_object('table', subject, 'reason', reason) order by subject), '[]') from private.personal_data where fate = 'kept' and exported)
  )
$$;
comment on function private.exceptions_of_erasure() is 'What an export omits, and what an erasure keeps, each with its reason.';

create function private.my_data() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  line record;
  columns text;
  rows jsonb;
  tables jsonb := '{}';
begin
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  for line in select * from private.exported_tables() loop
    if line.hidden then
      rows := private.own_hidden_rows(line.subject);
    else
      select string_agg(quote_ident(attname), ', ' order by attnum) into strict columns from pg_catalog.pg_attribute
      where attrelid = line.subject::regclass and attnum > 0 and not attisdropped and attname <> all (line.omitted)
        and has_column_privilege(attrelid, attnum, 'select');
      execute format('select coalesce(jsonb_agg(to_jsonb(found)), ''[]'') from (select %s from %s where %s) as found', columns, line.subject::regclass, line.condition)
      into rows using me;
    end if;
    tables := tables || jsonb_build_object(line.subject, rows);
  end loop;
  return jsonb_build_object('format', 'vigie-member-data-1', 'made_at', now(), 'member', me, 'tables', tables) || private.exceptions_of_erasure();
end
$$;
comment on function private.my_data() is 'All stored data about the caller, read with the caller''s own rights: {format, made_at, member, tables: {name: rows}, left_out, kept_after_deletion}. Files are listed under storage.objects.';

revoke execute on function
  private.mentions(text, text[]), public.recently_proved(), private.known_as(uuid), private.own_hidden_rows(text), private.exported_tables(),
  private.exceptions_of_erasure(), private.my_data()
from public, anon, authenticated, service_role;
grant execute on function
  public.recently_proved(), private.own_hidden_rows(text), private.exported_tables(), private.exceptions_of_erasure(), private.my_data()
to authenticated;
