-- Legal pages: what an operator puts in place of the text that the site is built with. The general terms are not among them:
-- what is agreed to has a version of its own, on the page, in the consent and in the mail (decision 040).
create function private.check_legal_page(kept public.content_items, document jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if kept.slug not in ('notice', 'privacy', 'cookies', 'risk', 'cancel', 'withdraw') then
    perform private.refuse('page_unknown', 'slug', 'notice, privacy, cookies, risk, cancel or withdraw.');
  end if;
end
$$;
comment on function private.check_legal_page(public.content_items, jsonb) is 'Refuses a page that the site does not have.';
revoke execute on function private.check_legal_page(public.content_items, jsonb) from public, anon, authenticated, service_role;
