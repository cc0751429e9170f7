import styles from './diagram.module.css'
import { Marker } from './marker.tsx'

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

/** From the mouth to the colon: head and neck in profile, gullet, stomach, small intestine, colon. */
export const DigestivePath = ({ label }: { readonly label: string }) => (
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
