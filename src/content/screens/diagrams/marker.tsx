import styles from './diagram.module.css'

interface MarkerProps {
  readonly x: number
  readonly y: number
  /** The step of the list below the drawing. */
  readonly step: number
}

/** A numbered disc that points from the drawing to the list of its steps. */
export const Marker = ({ x, y, step }: MarkerProps) => (
  <g className={styles.marker}>
    <circle cx={x} cy={y} r={15} />
    <text x={x} y={y + 6} textAnchor="middle">
      {step}
    </text>
  </g>
)
