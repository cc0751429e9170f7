import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { brand } from '#shared/brand.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskHome } from '../home-endpoints.ts'
import type { DeskWork } from '../home-endpoints.ts'
import type { WorkLayer } from '../rules/work-kinds.ts'
import { ActionLink } from './parts/action.tsx'
import { EmptyList } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { sumsText } from './parts/sums-text.ts'
import { ShortMoment, ageText } from './parts/times.tsx'
import { DaySoFar } from './day-so-far.tsx'
import { RenewalRun } from './renewal-run.tsx'
import styles from './home-page.module.css'

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  title: 'Home',
  ...(await context.get(shopContext).call(viewDeskHome, {})),
})

const layers: readonly (readonly [layer: WorkLayer, title: string])[] = [
  ['now', 'Now'],
  ['today', 'Today'],
  ['later', 'Later'],
]

const dayTitle = (now: string): string =>
  Temporal.Instant.from(now).toLocaleString(brand.locale, {
    timeZone: brand.timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  })

const shopDay = (now: string): string =>
  Temporal.Instant.from(now).toZonedDateTimeISO(brand.timeZone).toPlainDate().toString()

const Time = ({ work, now }: { readonly work: DeskWork; readonly now: string }) => {
  if (work.due_at !== null)
    return (
      <p className={work.layer === 'now' ? `${styles.time} ${styles.urgent}` : styles.time}>
        Due <ShortMoment at={work.due_at} today={shopDay(now)} />
      </p>
    )
  return <p className={styles.time}>{work.since === null ? '' : ageText(work.since, now)}</p>
}

interface WorkRowProps {
  readonly work: DeskWork
  readonly now: string
  /** Whether it is the first one of the page, whose action is the page's primary one. */
  readonly isFirst: boolean
}

const WorkRow = ({ work, now, isFirst }: WorkRowProps) => (
  <li className={isFirst ? `${styles.row} ${styles.first}` : styles.row}>
    <Time work={work} now={now} />
    <div className={styles.text}>
      <h3>{work.title}</h3>
      <p>{work.what}</p>
    </div>
    <p className={styles.figure}>{sumsText(work.sums)}</p>
    <p className={styles.action}>
      <ActionLink
        kind={isFirst ? 'primary' : 'secondary'}
        href={`/desk/tasks/${work.kind}`}
        label={work.title}
      >
        Open
      </ActionLink>
    </p>
  </li>
)

interface LayerProps {
  readonly layer: WorkLayer
  readonly title: string
  readonly work: readonly DeskWork[]
  readonly now: string
  readonly first: DeskWork | undefined
}

const Layer = ({ layer, title, work, now, first }: LayerProps) =>
  work.length === 0 ? null : (
    <section className={`${styles.layer} ${styles[layer]}`} aria-label={title}>
      <h2>
        {title} <span>{work.length}</span>
      </h2>
      <ul data-desk-list="">
        {work.map((one) => (
          <WorkRow key={one.kind} work={one} now={now} isFirst={one === first} />
        ))}
      </ul>
    </section>
  )

const countText = (count: number): string =>
  count === 1 ? 'One kind of work needs a person.' : `${count} kinds of work need a person.`

/** What only a person can do, the most urgent on top; below it the last renewal run, to the cent, and the day so far. */
const HomePage = () => {
  const { now, work, run, day } = useLoaderData<typeof loader>()
  const ordered = layers.flatMap(([layer]) => work.filter((one) => one.layer === layer))
  return (
    <>
      <DeskHead title={dayTitle(now)} sub={work.length === 0 ? undefined : countText(work.length)} />
      {work.length === 0 ? (
        <EmptyList title="Nothing needs you now.">
          <p>What needs a person stands here as soon as it does.</p>
        </EmptyList>
      ) : (
        layers.map(([layer, title]) => (
          <Layer
            key={layer}
            layer={layer}
            title={title}
            work={work.filter((one) => one.layer === layer)}
            now={now}
            first={ordered[0]}
          />
        ))
      )}
      {run === null && day === null ? null : (
        <div className={styles.below}>
          {run === null ? null : <RenewalRun run={run} />}
          {day === null ? null : <DaySoFar day={day} now={now} />}
        </div>
      )}
    </>
  )
}

export default HomePage
