-- Help articles: short answers that anybody reads, by category.
create function private.check_help_article(kept public.content_items, document jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if coalesce(document #>> '{fields,category}' not in ('start', 'signals', 'record', 'learning', 'community', 'money', 'security', 'partners', 'support'), true) then
    perform private.refuse('category_unknown', 'fields.category', 'One of the categories of the help centre.');
  end if;
end
$$;
comment on function private.check_help_article(public.content_items, jsonb) is 'Refuses an article without a category of the help centre.';
revoke execute on function private.check_help_article(public.content_items, jsonb) from public, anon, authenticated, service_role;
