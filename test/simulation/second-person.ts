import { decideDeskApproval, requestReceiptApproval } from '#desk/approval-endpoints.ts'
import { publishDeskEntry, requestEntryApproval, viewDeskEntry } from '#desk/catalogue-endpoints.ts'
import { previewDeskReceipt, receiveDeskReturn } from '#desk/return-endpoints.ts'
import { requestReturn, viewReturns } from '#return/endpoints.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { answersIn, arrives, rowsOf } from './arrivals.ts'
import { byOneOrBoth, wordsOf, type StaffAction } from './order-actions.ts'
import { callIn, confirmAs, marketing, support, uuidOf, type Packing } from './packing.ts'
import { callAs, describeOutcome } from './people.ts'

const logged = (log: string): StaffAction => ({ log, broken: [] })

const done = (): string => 'done'

/** One or both decide on what somebody else asked for; who asked cannot. */
const decides = async (packing: Packing, id: string, asked: typeof support): Promise<StaffAction> => {
  const { shop, random } = packing
  const own = await callIn({ shop, staff: asked }, decideDeskApproval, { id, decision: 'approve', note: '' })
  const broken = own.kind === 'answered' ? [`${asked.email} approved what they asked for`] : []
  if (random.isWithinPercent(20)) {
    const refused = await callIn(packing, decideDeskApproval, { id, decision: 'refuse', note: 'Not now.' })
    return { log: `refused: ${describeOutcome(refused, done)}`, broken }
  }
  const withdrawn = random.isWithinPercent(20)
    ? [callIn({ shop, staff: asked }, decideDeskApproval, { id, decision: 'withdraw', note: '' })]
    : []
  const [approved, ...beside] = await Promise.all([
    byOneOrBoth(packing, async (one) => {
      await confirmAs(shop, one.staff, stepUpActions.approve(id))
      return callIn(one, decideDeskApproval, { id, decision: 'approve', note: '' })
    }),
    ...withdrawn,
  ])
  if (answersIn([...approved, ...beside]) > 1) broken.push(`${id} was decided more than once`)
  const besides = beside.length > 0 ? ` and withdrawn ${wordsOf(beside)}` : ''
  return { log: `approved: ${wordsOf(approved)}${besides}`, broken }
}

/** An order arrives and is announced to come back; support alone may refund a small one. */
const isReturned = async (packing: Packing): Promise<string> => {
  const { shop, random, people } = packing
  const person = random.oneOf(people)
  const { said, order } = await arrives(packing, person, 'delivered', random.oneOf(['syn-rf', 'syn-rf-6mo']))
  const what = `sells what comes back, who ${said}`
  if (order === null) return what
  const seen = await callAs(shop, person, viewReturns, order)
  if (seen.kind !== 'answered' || seen.answer.lines.length === 0) return `${what}, nothing comes back`
  const returned = await callAs(shop, person, requestReturn, {
    ...order,
    request_id: `large-${random.intBelow(1_000_000_000)}`,
    reason: 'changed-mind',
    lines: seen.answer.lines.map(({ position, quantity }) => ({ position, quantity })),
  })
  return `${what}, comes back: ${describeOutcome(returned, done)}`
}

/** Support counts what came back; above their limit they ask, and operations decides. */
export const receivesReturn = async (packing: Packing): Promise<StaffAction> => {
  const { shop, random } = packing
  const awaited = (): Promise<readonly { number: string; position: number; quantity: number }[]> =>
    rowsOf(
      packing,
      `select r.number, l.position, l.quantity from order_return r join order_return_line l on l.return_id = r.id
       where r.state = 'requested' order by r.number, l.position`,
    )
  const sold = (await awaited()).length > 0 && random.isWithinPercent(50) ? '' : await isReturned(packing)
  const rows = await awaited()
  if (rows.length === 0) return logged(sold)
  const { number } = random.oneOf(rows)
  const isWhole = random.isWithinPercent(80)
  const lines = rows
    .filter((row) => row.number === number)
    .map(({ position, quantity }) => {
      const came = isWhole ? quantity : random.intBelow(quantity + 1)
      const restocked = random.intBelow(came + 1)
      return { position, restocked, written_off: came - restocked }
    })
  const counted = { number, lines, message: 'This is what was in the package.' }
  const bySupport = { ...packing, staff: support }
  const seen = await callIn(bySupport, previewDeskReceipt, counted)
  if (seen.kind !== 'answered') return logged(`counts ${number}: ${describeOutcome(seen, done)}`)
  const { amount, refusal, action } = seen.answer
  if (refusal === null) {
    const people = random.isWithinPercent(40) ? [support, packing.staff] : [support]
    const received = await Promise.all(
      people.map(async (staff) => {
        const request_id = uuidOf(random)
        if (action !== null) await confirmAs(shop, staff, action)
        return callIn({ shop, staff }, receiveDeskReturn, { ...counted, amount, request_id })
      }),
    )
    return {
      log: `receives ${number} at the desk: ${wordsOf(received)}`,
      broken: answersIn(received) > 1 ? [`two people read that they received ${number}`] : [],
    }
  }
  const request = { ...counted, amount, request_id: uuidOf(random), reason: 'It is above my limit.' }
  const own = await callIn(bySupport, receiveDeskReturn, request)
  const asked = await callIn(bySupport, requestReceiptApproval, request)
  if (asked.kind !== 'answered') return logged(`asks about ${number}: ${describeOutcome(asked, done)}`)
  const { log, broken } = await decides(packing, asked.answer.id, support)
  return {
    log: `the return ${number} is ${log}`,
    broken: [
      ...broken,
      ...(own.kind === 'answered' ? [`${support.email} received ${number} above their limit`] : []),
    ],
  }
}

/** Marketing prepares a price, now and then while operations publishes another one; operations decides. */
export const changesCatalogue = async (packing: Packing): Promise<StaffAction> => {
  const { random } = packing
  const code = random.oneOf(['syn-wk', 'pds-wk', 'vs-wk'])
  const byMarketing = { ...packing, staff: marketing }
  const seen = await callIn(byMarketing, viewDeskEntry, { code })
  if (seen.kind !== 'answered') return logged(`prepares ${code}: ${describeOutcome(seen, done)}`)
  const priced = () => {
    const price = ((4_000 + random.intBelow(3_000)) / 100).toFixed(2)
    const values = seen.answer.values.map((one) =>
      one.field === 'plan.prices.USD' ? { ...one, value: price } : one,
    )
    return { code, base: seen.answer.versions[0]?.number ?? 0, values }
  }
  const wanted = priced()
  const asked = await callIn(byMarketing, requestEntryApproval, {
    ...wanted,
    reason: 'For the autumn',
    request_id: uuidOf(random),
  })
  if (asked.kind !== 'answered') return logged(`asks for ${code}: ${describeOutcome(asked, done)}`)
  const meanwhile = random.isWithinPercent(20) ? await callIn(packing, publishDeskEntry, priced()) : null
  const { log, broken } = await decides(packing, asked.answer.id, marketing)
  const beside = meanwhile === null ? '' : `, published by another: ${describeOutcome(meanwhile, done)}`
  return { log: `the entry ${code}${beside} is ${log}`, broken }
}
