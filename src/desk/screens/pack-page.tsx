import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { carrierCodes, carrierName } from '#shipment/rules/carriers.ts'
import { postedAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { packDeskOrder, shipDeskOrder } from '../endpoints.ts'
import { buyDeskLabel, viewDeskPacking } from '../fulfillment-endpoints.ts'
import { isAllScanned, scan, scannedIn, scannedText } from '../rules/scanned-units.ts'
import { PackForms } from './pack-forms.tsx'
import { packMarks } from './fulfillment-page.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Split } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'
import { dayText } from './parts/times.tsx'
import styles from './pack-page.module.css'

export const loader = async ({ context, params, request }: LoaderFunctionArgs) => {
  const number = params['number'] ?? ''
  const packing = await context.get(shopContext).call(viewDeskPacking, { number })
  const query = new URL(request.url).searchParams
  const { lines } = packing.shipment
  const scanned = scannedIn(query.get('scanned'), lines)
  const code = query.get('code') ?? ''
  const result = code.trim() === '' ? null : scan(code, scanned, lines)
  const resumesCamera = query.get('camera') === 'on'
  // Loading the page again does not scan again.
  if (result !== null && 'scanned' in result) {
    const camera = resumesCamera ? '&camera=on' : ''
    const counts = scannedText(result.scanned)
    throw redirect(`/desk/fulfillment/${packing.shipment.order}?scanned=${counts}${camera}`, 303)
  }
  return {
    title: `Pack ${packing.shipment.order}`,
    ...packing,
    scanned,
    isComplete: isAllScanned(scanned, lines),
    problem: result === null ? null : result.problem,
    /** Whether the last code came from the camera, which then starts by itself. */
    resumesCamera,
    carriers: carrierCodes.map((one) => [one, carrierName(one) ?? one] as const),
  }
}

const Posted = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('pack') }),
  z.object({ intent: z.literal('label') }),
  z.object({ intent: z.literal('ship'), carrier: z.string(), tracking: z.string() }),
])

/** Packs it, buys its label, or records who carries it. A refusal keeps what was typed. */
export const action = async ({ context, params, request }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const number = params['number'] ?? ''
  const posted = await postedAs(Posted, request)
  try {
    if (posted.intent === 'pack') await call(packDeskOrder, { number })
    else if (posted.intent === 'label') await call(buyDeskLabel, { number })
    else await call(shipDeskOrder, { number, carrier: posted.carrier, tracking: posted.tracking, units: [] })
  } catch (thrown) {
    return { refusal: refusalIn(thrown), entered: posted }
  }
  throw redirect(after[posted.intent](number), 303)
}

/** Where an action leads; a simulated warehouse hands over what has a label, so that it leaves this list. */
const after = {
  pack: (number: string) => `/desk/fulfillment/${number}?done=pack`,
  label: (number: string) => `/desk/fulfillment/${number}/label.pdf`,
  ship: (number: string) => `/desk/orders/${number}?done=shipped`,
} as const

const answers: ReadonlyMap<string, string> = new Map([
  ['pack', 'It is packed. Its buyer cannot cancel it any more.'],
])

const Answer = ({
  refusal,
  problem,
}: {
  readonly refusal: string | undefined
  readonly problem: string | null
}) => {
  const [query] = useSearchParams()
  const bad = refusal ?? problem
  const text = bad ?? answers.get(query.get('done') ?? '')
  return text ? (
    <DeskNote kind={bad ? 'danger' : 'ok'} isAnswer>
      {text}
    </DeskNote>
  ) : null
}

export type Packing = Awaited<ReturnType<typeof loader>>

const ScanList = ({ shipment: { lines }, scanned }: Pick<Packing, 'shipment' | 'scanned'>) => (
  <ul className={styles.lines}>
    {lines.map(({ sku, name, quantity }, at) => {
      const count = scanned[at] ?? 0
      return (
        // oxlint-disable-next-line react/no-array-index-key -- the lines of one page, which is drawn once
        <li key={at}>
          <b>{quantity}</b>
          <span>
            {name}
            <small>{sku}</small>
          </span>
          <StateMark
            mark={
              count === quantity
                ? { level: 'full', tone: 'ok', word: 'scanned' }
                : {
                    level: count === 0 ? 'empty' : 'half',
                    tone: 'plain',
                    word: count === 0 ? 'scan it' : `${count} scanned`,
                  }
            }
          />
        </li>
      )
    })}
  </ul>
)

/** What to take from which lot; what expires first goes first. */
const LotList = ({ lots }: Pick<Packing, 'lots'>) => (
  <Section title="Lots to take">
    <ul className={styles.lines}>
      {lots.map(({ product, lot, units, best_before: day }) => (
        <li key={`${product} ${lot}`}>
          <b>{units}</b>
          <span>
            {lot === '' ? 'Units without a lot number' : `Lot ${lot}`}
            <small>
              {product}
              {day === null ? '' : `, best before ${dayText(day)}`}
            </small>
          </span>
        </li>
      ))}
    </ul>
  </Section>
)

const Destination = ({ shipment, next, batch }: Pick<Packing, 'shipment' | 'next' | 'batch'>) => (
  <Section title="Ships to">
    <p className={styles.address}>{[shipment.name, ...shipment.address].join('\n')}</p>
    <p>
      <a href={`/desk/orders/${shipment.order}/address`}>Correct the address</a>
    </p>
    {batch === null ? null : (
      <p>
        In <a href={`/desk/fulfillment/batches/${batch.number}`}>batch {batch.number}</a>, which{' '}
        {batch.held_by} packs.
      </p>
    )}
    <p>
      <a href={`/desk/fulfillment/slips.pdf?number=${shipment.order}`}>Packing slip</a>
    </p>
    {next === null ? null : (
      <p>
        <a href={`/desk/fulfillment/${next}`} data-desk-key="j">
          Next: {next}{' '}
          <kbd className={styles.key} aria-hidden="true">
            J
          </kbd>
        </a>
      </p>
    )}
  </Section>
)

/** One shipment that is being packed: what goes in, where it goes, and its label. */
const PackPage = () => {
  const packing = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { shipment, next } = packing
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/fulfillment">Fulfillment</a>}
        title={shipment.order}
        sub={
          <>
            <StateMark mark={packMarks[shipment.state]} /> {shipment.shipping_method}
          </>
        }
      />
      <Split aside={<Destination shipment={shipment} next={next} batch={packing.batch} />}>
        <Answer refusal={answer?.refusal} problem={packing.problem} />
        <Section title="Contents">
          <ScanList shipment={shipment} scanned={packing.scanned} />
        </Section>
        {packing.lots.length === 0 ? null : <LotList lots={packing.lots} />}
        <PackForms packing={packing} entered={answer?.entered ?? null} />
      </Split>
    </>
  )
}

export default PackPage
