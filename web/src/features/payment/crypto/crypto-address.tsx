import { addressGroups } from './crypto-stage.ts'

/** An address to compare with the wallet's: the first and last two groups are underlined. */
export function CryptoAddress({ address }: { address: string }) {
  const groups = addressGroups(address)
  return (
    <p
      role="img"
      aria-label={address}
      className="rounded-control border border-line bg-well p-3 font-mono text-14 break-all md:text-16"
    >
      {groups ? (
        <span className="flex flex-wrap gap-x-3 gap-y-1" aria-hidden>
          {groups.map((group, place) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one address keep their places
              key={place}
              className={
                place < 2 || place >= groups.length - 2
                  ? 'border-b-2 border-text font-semibold'
                  : 'text-muted'
              }
            >
              {group}
            </span>
          ))}
        </span>
      ) : (
        address
      )}
    </p>
  )
}
