/**
 * The brand's picture: a lighthouse over a sea of candles, coloured only where the beam falls. Decorative; at most one on a
 * page (its parts have ids). Static on phones and with reduced motion.
 */
export function Lighthouse({
  className,
  viewBox,
  align,
}: {
  className?: string
  viewBox: string
  /** `preserveAspectRatio`: which part stays visible when the box crops it. */
  align: string
}) {
  return (
    <svg
      className={`lighthouse ${className ?? ''}`}
      viewBox={viewBox}
      preserveAspectRatio={align}
      aria-hidden="true"
    >
      <defs>
        <g id="lighthouse-h0" strokeWidth="4">
          <path
            className="lighthouse-hw"
            d="M0 -1v11m10-17v12m10-13v7m10-11v15m10-9v10m10-11v9m10-14v18m10-18v9m10-8v8m10-15v17m10-16v7m10-9v17m10-14v16m10-15v16m10-11v23m10-11v10m10-22v23m10-21v18m10-13v11m10-10v13m10-19v17m10-22v20m10-13v15m10-12v14m10-14v10m10-14v15m10-6v13m10-17v14m10-14v8m10-14v19m10-16v7m10-20v23m10-25v12m10-6v10m10-16v15m10-26v17m10-18v21m10-4v19m10-10v8m10-5v6m10-6v9m10-16v18m10-14v10m10-5v6m10-7v13m10-25v23m10-19v13m10-9v12m10-11v20m10-12v11m10-11v8m10-7v14m10-11v10m10-9v11m10-22v22m10-21v11m10-16v14m10-18v12m10-9v13m10-12v12m10-12v9m10-11v10m10-11v14m10-12v8m10-13v14m10-16v22m10-14v16m10-16v10m10-13v13m10-12v11m10-10v9m10-8v11m10-9v14m10-11v10m10-12v19m10-12v19m10-15v16m10-13v10m10-19v22m10-28v16m10-16v12m10-10v8m10-10v12m10-19v14m10-12v11m10-11v11m10-8v7m10-7v17m10-18v19m10-19v7m10-20v19m10-15v22m10-17v14m10-11v13m10-16v14m10-11v10m10-14v14m10-13v17m10-13v17m10-9v11m10-8v11m10-9v13m10-15v16m10-16v7m10-8v12m10-20v19m10-19v14m10-18v21m10-23v14m10-9v11m10-7v15m10-16v15m10-13v14m10-15v16m10-23v16m10-14v11m10-16v13m10-18v13m10-14v14m10-9v18m10-23v23m10-22v8m10-8v22m10-9v10m10-8v11m10-6v9m10-13v14m10-13v13m10-14v12m10-16v11m10-10v12m10-10v14m10-9v10m10-9v11m10-14v8m10-7v15m10-17v15m10-21v10m10-7v17m10-17v17m10-19v13m10-15v12m10-21v16m10-16v9m10-7v8m10-10v12"
          />
          <path
            className="lighthouse-hu"
            d="M0 3v5m10-11v6m10-9v3m40-3v6m10-10v4m20-7v6m10-8v2m20 3v4m40 2v14m20-7v3m20-12v10m40-5v3m30-2v9m20-12v8m20-18v13m20-10v2m10-9v7m10-15v8m60 14v5m40-10v15m20-7v2m20 4v3m50-6v12m10-13v2m10-7v5m10-7v2m20-1v4m20-3v2m10-3v2m20-7v6m20 2v3m10-7v4m20-5v4m20-1v2m20 1v5m30 8v4m20-10v10m10-18v8m30-8v4m10-10v6m50-2v8m10-10v2m10-11v9m20-3v8m20-7v7m20-7v2m60 12v7m20-8v2m10-10v8m20-14v14m40-6v7m20-4v3m10-12v9m20-10v5m10-13v8m30-7v12m60 3v8m20-7v3m10-5v2m40 3v4m10-5v2m20-5v9m10-11v2m20-1v7m10-9v2m10-4v2m10-10v8m30-10v3"
          />
          <path
            className="lighthouse-hd"
            d="M30 -6v3m10 0v2m10-2v3m30-10v3m30-8v9m20-4v6m10 0v12m10 0v2m20-14v10m20-3v2m20-11v6m10 0v2m10 0v2m20-5v7m10 0v3m20-9v5m20-8v3m20-13v3m40-15v12m10 0v11m10 0v2m10-1v2m10-2v3m20-5v4m10 0v2m10-2v6m20-15v9m20-1v9m20-3v3m10 0v3m10 0v2m10-1v2m50-20v5m20-4v2m30-2v2m20-7v11m30-7v3m20-4v4m20-1v8m20-5v10m10 0v7m20-4v4m30-18v2m10 0v2m30-10v3m10 0v2m10-1v2m10-2v8m40-19v14m20-8v8m20-7v2m20-2v6m10 0v5m10 0v2m10 0v2m10-1v7m20-7v2m30-11v8m20-14v5m10 0v2m10 0v8m20-7v6m30-12v4m30-13v6m10 0v7m20-12v2m10-2v15m10 0v2m10-2v4m10 0v4m20-8v4m30-5v2m10 0v4m10 0v3m30-5v6m30-11v8m50-19v2m10-1v2"
          />
        </g>
        <g id="lighthouse-h1" strokeWidth="7">
          <path
            className="lighthouse-hw"
            d="M0 -15v23m17-30v39m17-20v20m17-26v24m17-42v26m17-23v37m17-32v37m17-30v16m17-22v22m17-22v33m17-32v33m17-36v20m17-32v32m17-35v30m17-16v34m17-30v39m17-47v41m17-10v26m17-33v28m17-44v30m17-27v41m17-52v52m17-46v31m17-14v27m17-26v20m17-17v25m17-50v42m17-37v27m17-21v36m17-28v30m17-26v31m17-18v16m17-27v29m17-44v34m17-50v31m17-27v34m17-43v38m17-36v16m17-19v22m17-25v41m17-30v34m17-31v25m17-25v36m17-19v21m17-25v28m17-25v27m17-30v31m17-18v24m17-30v29m17-27v23m17-23v22m17-20v18m17-24v36m17-20v20m17-26v33m17-33v14m17-18v27m17-35v23m17-27v17m17-25v20m17-26v26m17-11v15m17-15v32m17-41v38m17-41v38m17-49v46m17-48v35m17-16v30m17-27v31m17-28v22m17-39v36m17-34v19m17-16v46m17-32v32m17-33v19m17-23v31m17-34v25m17-9v42m17-26v24m17-31v28m17-34v35m17-38v18m17-11v25m17-19v23m17-48v40m17-35v20m17-16v25"
          />
          <path
            className="lighthouse-hu"
            d="M0 -9v10m34 1v8m17-15v7m17-17v10m34-2v12m34-13v4m34 0v8m17-16v8m17-21v13m51 1v19m51-1v13m17-25v12m34-19v32m68-7v4m17-27v23m51-5v8m51-3v10m17-26v16m17-33v17m34-18v17m17-21v4m17-6v4m34 8v10m51 4v4m34-2v4m51 0v11m34-9v5m17-7v4m51 1v15m17-15v4m34-16v13m17-15v4m17-17v13m68-6v20m34-37v30m51-3v4m34-21v17m17-19v4m34 15v14m34-23v12m51 17v13m34-25v19m68-28v22"
          />
          <path
            className="lighthouse-hd"
            d="M17 -9v19m68-25v20m34-12v4m34-5v12m68-29v8m17 0v25m34-19v21m17 0v10m51-25v25m34-32v19m17 0v4m17-1v6m51-26v9m17 0v17m34-8v10m17 0v5m68-43v16m68-23v22m34-10v4m17-3v15m34-2v5m34-3v6m17 0v9m34-11v7m51-7v13m17 0v7m51-15v4m68-31v10m17 0v5m17 0v12m34-20v13m34-30v20m17 0v7m34 0v4m51-23v33m34-14v4m34-13v12m17 0v30m34-13v7m34-19v4m17-1v8m17 0v4m34-24v4m17-2v6"
          />
        </g>
        <g id="lighthouse-h2" strokeWidth="13">
          <path
            className="lighthouse-hw"
            d="M0 -9v48m30-68v42m30-36v46m30-16v28m30-23v33m30-53v57m30-54v33m30-58v57m30-54v56m30-47v48m30-74v61m30-65v51m30-28v36m30-70v77m30-92v53m30-60v49m30-45v48m30-28v46m30-59v77m30-84v105m30-28v41m30-41v35m30-66v69m30-58v25m30-35v49m30-47v106m30-101v94m30-77v39m30-61v70m30-64v76m30-55v46m30-50v37m30-55v68m30-40v43m30-27v37m30-48v32m30-53v52m30-74v56m30-59v45m30-49v42m30-53v48m30-42v50m30-78v82m30-67v40m30-30v82m30-60v58m30-54v88m30-96v77m30-65v43m30-31v24m30-33v38"
          />
          <path
            className="lighthouse-hu"
            d="M0 7v19m30-36v17m120-1v18m60-44v38m90-44v37m90-63v57m60-68v15m90-4v34m90 37v7m30-34v27m60-28v7m60 5v51m60-56v24m60-17v26m30-30v7m120 9v15m30-24v9m30-34v25m60-31v10m30-14v7m60-28v41m90-3v30m60-25v46m60-38v7m30-10v7"
          />
          <path
            className="lighthouse-hd"
            d="M60 -10v26m30 0v7m30-4v7m60-20v12m60-38v24m30 0v7m60-37v19m30 0v12m60-57v7m60-18v23m30 0v22m60-34v64m30 0v13m90-33v7m60-8v63m60-51v19m60-24v33m90-30v19m30 0v10m30 0v7m120-54v7m90-17v20m60-41v24m30 0v44m60-30v51m60-46v15"
          />
        </g>
        <linearGradient
          id="lighthouse-hg"
          gradientUnits="userSpaceOnUse"
          x1="1170"
          y1="190"
          x2="270"
          y2="560"
        >
          <stop offset="0" stopOpacity="0.42" />
          <stop offset="0.2" stopOpacity="0.24" />
          <stop offset="0.62" stopOpacity="0.11" />
          <stop offset="1" stopOpacity="0" />
        </linearGradient>
        <linearGradient
          id="lighthouse-hr"
          gradientUnits="userSpaceOnUse"
          x1="1170"
          y1="190"
          x2="1440"
          y2="120"
        >
          <stop offset="0" stopOpacity="0.3" />
          <stop offset="1" stopOpacity="0" />
        </linearGradient>
        <linearGradient
          id="lighthouse-hm"
          className="lighthouse-hm"
          gradientUnits="userSpaceOnUse"
          x1="1170"
          y1="190"
          x2="210"
          y2="600"
        >
          <stop offset="0.2" />
          <stop offset="0.78" stopOpacity="0.8" />
          <stop offset="1" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="lighthouse-hv" className="lighthouse-hm" x2="0" y2="1">
          <stop offset=".72" />
          <stop offset="1" stopOpacity="0" />
        </linearGradient>
        <filter id="lighthouse-hb" x="-20%" y="-20%" width="140%" height="140%">
          <feGaussianBlur stdDeviation="6" />
        </filter>
        <mask id="lighthouse-hk">
          <g className="lighthouse-sweep" filter="url(#lighthouse-hb)">
            <path d="M1158 186L90 420L400 720L1158 194z" fill="url(#lighthouse-hm)" />
          </g>
        </mask>
        <mask id="lighthouse-hy">
          <path fill="url(#lighthouse-hv)" d="M0 0h1440v640H0z" />
        </mask>
      </defs>
      <path className="lighthouse-horizon" d="M0 384.5H1440" />
      <g mask="url(#lighthouse-hy)">
        <Far />
        <g className="lighthouse-tower">
          <path
            className="lighthouse-t-rock"
            d="M1098 486l16-12 8-16 14-6 4-14 12-6h36l8 8 4 14 16 6 10 14 18 12z"
          />
          <path className="lighthouse-t-body" d="M1157 206h26l7 226h-40z" />
          <path
            className="lighthouse-t-band"
            d="M1155.6 250h28.8l1.6 52h-32zM1152.4 354h35.2l1.6 52h-38.4z"
          />
          <path className="lighthouse-t-room" d="M1158 178h24v28h-24z" />
          <path className="lighthouse-t-line" d="M1170 162v-40M1149 207h42" />
          <path className="lighthouse-t-cap" d="M1153 179c4-12 10-17 17-17s13 5 17 17z" />
        </g>
        <Near />
        <g className="lighthouse-lit" mask="url(#lighthouse-hk)">
          <g>
            <Far />
            <Near />
          </g>
        </g>
      </g>
      <g className="lighthouse-sweep" filter="url(#lighthouse-hb)">
        <path d="M1158 186L90 420L400 720L1158 194z" fill="url(#lighthouse-hg)" opacity=".7" />
        <path d="M1158 188L190 480L340 622L1158 192z" fill="url(#lighthouse-hg)" />
        <path d="M1182 186L1440 92V146L1182 194z" fill="url(#lighthouse-hr)" />
      </g>
      <circle className="lighthouse-lamp" cx="1170" cy="192" r="6" />
    </svg>
  )
}

/** The two rows of candles behind the tower. */
function Far() {
  return (
    <g>
      <use href="#lighthouse-h0" transform="translate(-6 398)scale(0.7 0.7)" opacity="0.5" />
      <use href="#lighthouse-h0" transform="translate(1020 398)scale(0.7 0.7)" opacity="0.5" />
      <use href="#lighthouse-h0" transform="translate(1446 418)scale(-1 1)" opacity="0.62" />
    </g>
  )
}

/** The rows in front of it. */
function Near() {
  return (
    <g>
      <use href="#lighthouse-h1" transform="translate(-10 446)scale(0.8 0.8)" opacity="0.7" />
      <use href="#lighthouse-h1" transform="translate(1174 446)scale(0.8 0.8)" opacity="0.7" />
      <use href="#lighthouse-h1" transform="translate(1450 482)scale(-1 1)" opacity="0.8" />
      <use href="#lighthouse-h2" transform="translate(-14 532)scale(0.8 0.8)" opacity="0.9" />
      <use href="#lighthouse-h2" transform="translate(1224 532)scale(0.8 0.8)" opacity="0.9" />
      <use href="#lighthouse-h2" transform="translate(1456 592)scale(-1 1)" opacity="1" />
    </g>
  )
}
