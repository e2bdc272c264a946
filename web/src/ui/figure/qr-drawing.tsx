import { QRCodeSVG } from 'qrcode.react'

const QUIET_MODULES = 4

export default function QrDrawing({ value, label }: { value: string; label: string }) {
  return (
    <QRCodeSVG
      value={value}
      level="M"
      marginSize={QUIET_MODULES}
      bgColor="transparent"
      fgColor="var(--on-inverse)"
      role="img"
      aria-label={label}
      className="size-full"
    />
  )
}
