-- Letters: a text and a name as they look. Who hides a word writes it with letters of other alphabets, with accents, with full-width or
-- mathematical letters, or with characters that are not drawn. The tables are the rows of Unicode's confusables (UTS 39) whose
-- prototype is a letter from a to z, for Latin, Greek, Cyrillic, Armenian and Cherokee; NFKC folds the rest.
create function private.unaccented(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select lower(translate(value,
    'ÀÁÂÃÄÅàáâãäåĀāĂăĄąÇçĆćČčĎďĐđÈÉÊËèéêëĒēĘęĚěĞğÌÍÎÏìíîïĪīĮįİıŁłÑñŃńŇňÒÓÔÕÖØòóôõöøŌōŐőŔŕŘřŚśŞşŠšŢţŤťÙÚÛÜùúûüŪūŮůŰűÝýÿŸŹźŻżŽž'
    -- Spaces, apostrophes and dashes of typography.
    || U&'\00a0\2007\2009\202f\3000\2018\2019\2010\2011\2012\2013\2014',
    'aaaaaaaaaaaaaaaaaaccccccddddeeeeeeeeeeeeeeggiiiiiiiiiiiiiillnnnnnnoooooooooooooooorrrrssssssttttuuuuuuuuuuuuuuyyyyzzzzzz' || '     ''''-----'))
$$;
comment on function private.unaccented(text) is 'In lower case without the accents of European languages, character by character: every place stays where it was.';

create function private.latin_looking(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select translate(value,
    -- Cyrillic
    'аАвВсСԁеЕёЁԍһНіІїЇјЈкКмМӏӀпоОрРԛѕЅтТгуУѵѴԝхХүҮ'
    -- Greek
    || 'αΑάΒϲϹΕεΗιΙίϊκΚΜΝνοΟόρΡτΤυΥύχΧΖγ'
    -- Armenian, Cherokee, Latin letters of other languages and small capitals
    || 'օսհոցզՕՍᎪᎬᎻᏆᎫᏦᏞᎷᏢᏚᎢᏙᎳᏃᏟᎠᎡᎥᎩᎽᏀᏂᏏᏒᏔᏕᏙᏳᏴɑɡɩɪᴀʙᴄᴅᴇꜰɢʜᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢƖ',
    'aabbccdeeeeghhiiiijjkkmmllnoopp' || 'qsstt' || 'ryyvvwxxyy'
    || 'aaabcceehiiiikkmnvooopptt' || 'uyuxxzy'
    || 'ouhngqouaehijklmpstvwzcdriyyghbrwsvgbagiiabcdefghjklmnoprstuvwyzl')
$$;
comment on function private.latin_looking(text) is 'Letters of other alphabets replaced by the Latin ones that they are taken for, character by character.';

create type private.folded_text as (
  words text,
  -- For each character of words its place in the text, from 0; null where both are the same.
  places int[]
);

create function private.folded(value text) returns private.folded_text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  -- Accents that are characters of their own, characters that are not drawn, and letters in other shapes.
  odd constant text := '[\u00ad\u0300-\u036f\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\uff01-\uff5e\u2100-\u214f\u2460-\u24ff\u00aa\u00ba\u1d00-\u1dbf\u02b0-\u02ff\U0001d400-\U0001d7ff\U0001f100-\U0001f1ff]';
  found private.folded_text;
begin
  if value !~ odd then
    return row(private.unaccented(private.latin_looking(value)), null)::private.folded_text;
  end if;
  select string_agg(letter, '' order by place, nth), array_agg(place::int - 1 order by place, nth) into found
  from string_to_table(value, null) with ordinality as sign(sign, place),
    lateral string_to_table(
      case when sign ~ '[\u00ad\u0300-\u036f\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]' then ''
        -- 🅐 and 🇦 have no compatibility form.
        when sign between U&'\+01F130' and U&'\+01F149' then chr(ascii(sign) - 127280 + 97)
        when sign between U&'\+01F150' and U&'\+01F169' then chr(ascii(sign) - 127312 + 97)
        when sign between U&'\+01F170' and U&'\+01F189' then chr(ascii(sign) - 127344 + 97)
        when sign between U&'\+01F1E6' and U&'\+01F1FF' then chr(ascii(sign) - 127462 + 97)
        else normalize(sign, nfkc) end, null) with ordinality as letter(letter, nth);
  return row(private.unaccented(private.latin_looking(coalesce(found.words, ''))), found.places)::private.folded_text;
end
$$;
comment on function private.folded(text) is 'A text as it reads: Latin letters in lower case without accents and without what is not drawn, and where each stood.';

create function private.unspelled(read private.folded_text) returns private.folded_text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  -- Single letters with one to three signs between them, at least four: t.e.l.e.g.r.a.m, F a c e b o o k.
  spelt constant text := '(?<![a-z0-9])[a-z0-9](?:[ .·•*_|/~-]{1,3}[a-z0-9]){3,}(?![a-z0-9])';
  letters text[];
  places int[];
  first int := 1;
  after int;
begin
  -- Digits within a word of letters are taken for letters.
  if read.words ~ '[a-z][0134][a-z]|[a-z][0134]+[a-z]' then
    read.words := (select string_agg(case when piece ~ '^[a-z]+[0134]+[a-z][a-z0134]*$' and piece ~ '[a-z].*[a-z].*[a-z]' then translate(piece, '0134', 'oiea') else piece end, '' order by nth)
      from regexp_matches(read.words, '[a-z0-9]+|[^a-z0-9]+', 'g') with ordinality as part(pieces, nth), lateral (select pieces[1] as piece) as one);
  end if;
  if read.words !~ spelt then return read; end if;
  letters := string_to_array(read.words, null);
  places := coalesce(read.places, (select array_agg(place) from generate_series(0, cardinality(letters) - 1) as place));
  loop
    first := regexp_instr(read.words, spelt, first);
    exit when first = 0;
    after := regexp_instr(read.words, spelt, first, 1, 1);
    for place in first .. after - 1 loop
      if letters[place] !~ '[a-z0-9]' then letters[place] := ''; end if;
    end loop;
    first := after;
    exit when first > length(read.words);
  end loop;
  return (select row(string_agg(letter, '' order by nth), array_agg(place order by nth) filter (where letter <> ''))::private.folded_text
    from unnest(letters, places) with ordinality as sign(letter, place, nth));
end
$$;
comment on function private.unspelled(private.folded_text) is 'A folded text whose letters do not stand apart and are no digits, and where each stood; itself where there is nothing of the kind.';

create function private.look_of(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  -- 0 and O, 1, l, I and | look alike, and so do rn and m, vv and w; spaces and marks are easily overlooked.
  select replace(replace(
    regexp_replace(translate((private.folded(name)).words, '013|!i5$@8', 'olelllssab'), '[^a-z0-9]+', '', 'g'),
    'rn', 'm'), 'vv', 'w')
$$;
comment on function private.look_of(text) is 'How a name looks at a glance: names with the same look are taken for each other.';

create function private.is_one_letter_apart(one text, other text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  place int := 1;
begin
  if abs(length(one) - length(other)) > 1 or one = other then return false; end if;
  while substr(one, place, 1) = substr(other, place, 1) loop place := place + 1; end loop;
  return case sign(length(one) - length(other))
    -- Two neighbours that changed places count as one letter.
    when 0 then substr(one, place + 1) = substr(other, place + 1)
      or (substr(one, place, 1) = substr(other, place + 1, 1) and substr(one, place + 1, 1) = substr(other, place, 1) and substr(one, place + 2) = substr(other, place + 2))
    when 1 then substr(one, place + 1) = substr(other, place)
    else substr(one, place) = substr(other, place + 1) end;
end
$$;
comment on function private.is_one_letter_apart(text, text) is 'Whether two words differ by one letter more, less, changed, or exchanged with its neighbour.';

revoke execute on function
  private.unaccented(text), private.latin_looking(text), private.folded(text), private.unspelled(private.folded_text), private.look_of(text), private.is_one_letter_apart(text, text)
from public, anon, authenticated, service_role;
