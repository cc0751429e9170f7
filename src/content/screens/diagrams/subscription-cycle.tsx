import styles from './diagram.module.css'
import { Marker } from './marker.tsx'

/** A jar, then for each order after it an email, a calendar and a packet; the line returns to the email. */
export const SubscriptionCycle = ({ label }: { readonly label: string }) => (
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
