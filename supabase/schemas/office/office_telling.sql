-- How members are told, as admins see it: what waits to leave by push and mail, and how the Telegram chats stand.
create function public.office_telling() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return jsonb_build_object(
    'facts', (select count(*) from private.notification_facts where fanned_out_at is null and withdrawn_at is null),
    'devices', (select count(*) from public.push_devices),
    'channels', (
      select jsonb_agg(jsonb_build_object(
        'channel', name, 'due', due, 'later', later, 'failing', failing, 'oldest', oldest) order by place)
      from (values (1, 'push'), (2, 'email'), (3, 'digest')) as channel (place, name)
      cross join lateral (
        select count(*) filter (where due_at <= now()) as due, count(*) filter (where due_at > now()) as later,
          count(*) filter (where attempts > 0) as failing, min(due_at) filter (where due_at <= now()) as oldest
        from public.notification_deliveries as delivery
        where delivery.channel = name and delivery.sent_at is null and delivery.dropped_at is null
      ) as counted
    ),
    'telegram', (
      select jsonb_agg(jsonb_build_object(
        'chat', chat, 'configured', configured, 'language', language, 'last_sent_at', last_sent_at, 'last_error', last_error,
        'next_try_at', case when last_error is not null and next_try_at > now() then next_try_at end,
        'waiting', case when configured then (select count(*) from private.signal_feed where number > told_to) else 0 end,
        'sent', (select count(*) from private.telegram_posts as post where post.chat = telegram_chats.chat and message_id is not null)
      ) order by chat desc)
      from private.telegram_chats
    )
  );
end
$$;
comment on function public.office_telling() is 'For admins: {facts (not told to all yet), devices, channels: [{channel, due, later, failing, oldest}], telegram: [{chat, configured, language, last_sent_at, last_error, next_try_at, waiting, sent}]}.';
revoke execute on function public.office_telling() from public, anon, authenticated, service_role;
grant execute on function public.office_telling() to authenticated;
