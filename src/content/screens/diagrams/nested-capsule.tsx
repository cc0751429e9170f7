import styles from './diagram.module.css'
import { Marker } from './marker.tsx'

/** Evenly strewn, and the same each time: parts of the plastic number, the golden ratio of two dimensions. */
const strains = Array.from({ length: 46 }, (_, at) => ({
  x: Math.round(190 + ((at * 0.7549) % 1) * 180),
  y: Math.round(114 + ((at * 0.5698) % 1) * 72),
  turn: (at * 73) % 180,
}))

/** A capsule inside a capsule, cut lengthwise. */
export const NestedCapsule = ({ label }: { readonly label: string }) => (
  <svg className={styles.wide} viewBox="0 0 560 300" role="img" aria-label={label}>
    <rect className={styles.oil} x="70" y="50" width="420" height="200" rx="100" />
    <path className={styles.line} d="M280 50V250" strokeDasharray="4 6" />
    <rect className={styles.shell} x="70" y="50" width="420" height="200" rx="100" />
    <rect className={styles.core} x="150" y="92" width="260" height="116" rx="58" />
    <g className={styles.strains}>
      {strains.map(({ x, y, turn }) => (
        <rect
          key={`${x}-${y}`}
          x={x - 7}
          y={y - 2.5}
          width="14"
          height="5"
          rx="2.5"
          transform={`rotate(${turn} ${x} ${y})`}
        />
      ))}
    </g>
    <path className={styles.line} d="M106 32L128 68M456 270L420 226M104 268L180 198M456 30L330 128" />
    <Marker x={100} y={22} step={1} />
    <Marker x={462} y={280} step={2} />
    <Marker x={98} y={278} step={3} />
    <Marker x={462} y={20} step={4} />
  </svg>
)
