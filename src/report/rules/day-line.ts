/** The size of a line, in units of its drawing. */
export const lineSize = { width: 96, height: 24 } as const

/** Half of a stroke, so that none is cut off at the edge. */
const edge = 2

interface DayLines {
  /** Points of a `polyline`. */
  readonly today: string
  readonly yesterday: string
  /** Where today has come to. */
  readonly now: { readonly x: number; readonly y: number }
}

const rounded = (value: number): number => Math.round(value * 10) / 10

/**
 * What two days came to, hour by hour, as lines on one scale: 0 at the bottom, the most of both at the top, the whole width a day.
 * `hours` is how much of today is over, from 0 to 24; the last value of today is that of now.
 */
export const dayLines = (
  { today, yesterday }: { readonly today: readonly number[]; readonly yesterday: readonly number[] },
  hours: number,
): DayLines => {
  const most = Math.max(1, ...today, ...yesterday)
  const x = (hour: number): number => rounded(edge + (hour / 24) * (lineSize.width - 2 * edge))
  const y = (value: number): number =>
    rounded(lineSize.height - edge - (Math.max(0, value) / most) * (lineSize.height - 2 * edge))
  const points = (values: readonly number[], last: number) => [
    { x: x(0), y: y(0) },
    ...values.map((value, hour) => ({ x: x(Math.min(hour + 1, last)), y: y(value) })),
  ]
  const text = (line: readonly { readonly x: number; readonly y: number }[]): string =>
    line.map((point) => `${point.x},${point.y}`).join(' ')
  const own = points(today, hours)
  return {
    today: text(own),
    yesterday: text(points(yesterday, 24)),
    now: own.at(-1) ?? { x: x(0), y: y(0) },
  }
}
