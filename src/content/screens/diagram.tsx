import type { ContentBlock } from '../rules/content-block.ts'
import { InlineText } from './inline-text.tsx'
import type { PlanPrices } from './inline-text.tsx'
import styles from './diagrams/diagram.module.css'

interface DiagramProps {
  readonly block: Extract<ContentBlock, { readonly kind: 'diagram' }>
  readonly plans: PlanPrices
}

const gullet = 'M150 128C150 176 184 190 190 238'
const smallIntestine =
  'M158 322C140 334 138 352 152 356H232C250 356 250 380 232 380H156C138 380 138 404 156 404H232C250 404 250 428 232 428H160C140 428 128 432 116 440'
const colon =
  'M104 452V350C104 332 110 326 126 326H258C276 326 280 334 280 350V446C280 474 206 456 206 492V512'

/** A tube: its wall, and inside it a lighter way of the same course. */
const Tube = ({ course, width }: { readonly course: string; readonly width: number }) => (
  <>
    <path className={styles.wall} d={course} strokeWidth={width} />
    <path className={styles.inside} d={course} strokeWidth={width - 5} />
  </>
)

interface MarkerProps {
  readonly x: number
  readonly y: number
  /** The step of the list below the drawing. */
  readonly step: number
}

/** A numbered disc that points from the drawing to the list of its steps. */
const Marker = ({ x, y, step }: MarkerProps) => (
  <g className={styles.marker}>
    <circle cx={x} cy={y} r={15} />
    <text x={x} y={y + 6} textAnchor="middle">
      {step}
    </text>
  </g>
)

/** From the mouth to the colon: head and neck in profile, gullet, stomach, small intestine, colon. */
const DigestivePath = ({ label }: { readonly label: string }) => (
  <svg className={styles.tall} viewBox="0 0 380 530" role="img" aria-label={label}>
    <path
      className={styles.line}
      d="M214 170C206 152 208 140 216 124C242 74 208 22 152 24C110 26 88 54 90 84C90 90 76 104 76 110C76 115 88 114 88 118C88 122 83 124 84 127C85 130 88 130 87 134C86 140 88 150 100 150C112 150 118 146 122 152C126 160 124 168 120 176"
    />
    <path
      className={styles.line}
      d="M120 176C104 190 60 190 40 232V520M214 170C232 188 300 190 330 232V520"
    />
    <path className={styles.line} d="M88 118H112" />
    <Tube course={colon} width={32} />
    <Tube course={gullet} width={16} />
    <path
      className={styles.organ}
      d="M182 236C206 226 250 232 250 276C250 316 206 326 178 330C160 332 150 328 152 316C154 306 166 306 178 302C196 296 194 262 182 236Z"
    />
    <Tube course={smallIntestine} width={18} />
    <g className={styles.capsule}>
      <rect x="100" y="108" width="34" height="15" rx="7.5" />
      <rect x="196" y="266" width="34" height="15" rx="7.5" transform="rotate(64 213 273)" />
    </g>
    <Marker x={62} y={116} step={1} />
    <Marker x={272} y={274} step={2} />
    <Marker x={192} y={392} step={3} />
    <Marker x={302} y={410} step={4} />
  </svg>
)

/** Evenly strewn, and the same each time: parts of the plastic number, the golden ratio of two dimensions. */
const strains = Array.from({ length: 46 }, (_, at) => ({
  x: Math.round(190 + ((at * 0.7549) % 1) * 180),
  y: Math.round(114 + ((at * 0.5698) % 1) * 72),
  turn: (at * 73) % 180,
}))

/** A capsule inside a capsule, cut lengthwise. */
const NestedCapsule = ({ label }: { readonly label: string }) => (
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

/** A jar, then for each order after it an email, a calendar and a packet; the line returns to the email. */
const SubscriptionCycle = ({ label }: { readonly label: string }) => (
  <svg className={styles.wide} viewBox="0 0 560 236" role="img" aria-label={label}>
    <path
      className={styles.line}
      d="M98 92H146M262 92H304M404 92H440M432 84L440 92L432 100M138 84L146 92L138 100M296 84L304 92L296 100"
    />
    <path
      className={styles.line}
      d="M484 152V178C484 196 476 204 458 204H232C214 204 206 196 206 178V152M198 162L206 152L214 162"
    />
    <g className={styles.object}>
      <path d="M34 66H88V128C88 136 84 140 76 140H46C38 140 34 136 34 128Z" />
      <path className={styles.lid} d="M30 44H92V64H30Z" />
      <path d="M156 60H252V132H156Z" />
      <path d="M156 62L204 102L252 62" />
      <path d="M314 54H394V138H314ZM314 76H394M332 44V62M376 44V62" />
      <path d="M330 92H342M348 92H360M366 92H378M330 108H342M348 108H360M366 108H378M330 124H342M348 124H360" />
      <path d="M450 46H518V140H450Z" />
      <path className={styles.lid} d="M450 46H518V66H450Z" />
      <path d="M462 86H492M462 98H484" />
    </g>
    <Marker x={61} y={18} step={1} />
    <Marker x={204} y={18} step={2} />
    <Marker x={354} y={18} step={3} />
    <Marker x={484} y={18} step={4} />
  </svg>
)

const drawings = {
  'digestive-path': DigestivePath,
  'nested-capsule': NestedCapsule,
  'subscription-cycle': SubscriptionCycle,
} as const

/** A drawing with numbers, and the list of what they stand for: everything it says is also text. */
export const Diagram = ({ block, plans }: DiagramProps) => {
  const Drawing = drawings[block.drawing]
  return (
    <figure className={styles.diagram}>
      <Drawing label={block.label} />
      <ol className={styles.steps}>
        {block.steps.map((step) => (
          <li key={step.title}>
            <span className={styles.title}>{step.title}</span>
            <span>
              <InlineText text={step.text} plans={plans} />
            </span>
          </li>
        ))}
      </ol>
    </figure>
  )
}
