import { useTranslation } from '#lib/language/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { classNames } from '#ui/class-names.ts'
import { MemberName } from './member-name.tsx'
import type { useMentions } from './use-mentions.ts'

/** The members that a mention may mean, below the field. */
export function MentionList({ mentions }: { mentions: ReturnType<typeof useMentions> }) {
  const { t } = useTranslation('conversation')
  const { members, current, listId, optionId, take } = mentions
  return (
    <>
      <p role="status" className="sr-only">
        {members.length > 0 && t('composer.found', { count: members.length })}
      </p>
      {members.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label={t('composer.members')}
          className="border-t border-line p-1"
        >
          {members.map((member) => (
            <div
              key={member.id}
              id={optionId(member)}
              role="option"
              tabIndex={-1}
              aria-selected={member === current}
              // Keeps the caret in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(member)}
              onKeyDown={() => undefined}
              className={classNames(
                'flex h-9 cursor-pointer items-center gap-2 rounded-inner px-2 pointer-coarse:h-target',
                member === current ? 'bg-raised' : 'hover:bg-raised',
              )}
            >
              <Avatar name={member.name ?? ''} size="sm" />
              <MemberName member={member} className="font-medium" />
              <span className="truncate text-13 text-muted">@{member.handle}</span>
            </div>
          ))}
        </div>
      )}
    </>
  )
}
