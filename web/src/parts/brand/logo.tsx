/** The mark: a lighthouse that is a candlestick, in the current text colour and the brand's colour only. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path className="fill-lamp" d="M9.8 4.9 23 .8v9.8L9.8 6.5z" />
      <path fill="currentColor" d="M5.7.8h1.6v1.9H5.7zM2.6 8.6h7.8v1.6H9l1.3 13H2.7l1.3-13H2.6z" />
      <circle className="fill-lamp" cx="6.5" cy="5.7" r="2" />
    </svg>
  )
}

export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2 text-text">
      <Mark />
      <span className="text-[17px] leading-6 font-[650] tracking-[-0.02em]">{name}</span>
    </span>
  )
}
