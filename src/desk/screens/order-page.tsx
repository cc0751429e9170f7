import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { allows } from '#shared/staff.ts'
import { fieldsAs, postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import {
  holdDeskOrder,
  packDeskOrder,
  releaseDeskOrder,
  resendDeskMail,
  shipDeskOrder,
  viewDeskOrder,
} from '../endpoints.ts'
import { tagOrders } from '../tag-endpoints.ts'
import { addDeskNote, listDeskNotes } from '../follow-up-endpoints.ts'
import { enteredText } from '../rules/entered-text.ts'
import { orderAddress } from '../rules/list-place.ts'
import { listIn } from './parts/use-list.ts'
import { OrderActions, sendAgainId } from './order-actions.tsx'
import { OrderHead, Tags } from './order-head.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderAside } from './order-money.tsx'
import { RefusedRefunds } from './refused-refund-parts.tsx'
import { ReportedProblems } from './problem-parts.tsx'
import { Split } from './parts/layout.tsx'
import { Notes } from './parts/notes.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'
import { unitsIn } from './refund-form.ts'
import { Timeline } from './parts/timeline.tsx'

export const loader = async ({ context, params, request }: LoaderFunctionArgs) => {
  const { call, actor, requestId } = context.get(shopContext)
  const order = await call(viewDeskOrder, { number: params['number'] ?? '' })
  const role = actor.kind === 'staff' ? actor.role : 'read-only'
  return {
    title: order.number,
    order,
    requestId,
    list: listIn(request.url),
    // Null for a role that does not see what the team writes.
    remarks: allows(role, 'members:act') ? await call(listDeskNotes, { order_number: order.number }) : null,
    mayShip: allows(role, 'orders:ship'),
    mayRefund: allows(role, 'orders:refund'),
    mayAnswer: allows(role, 'disputes'),
    mayOpenMember: allows(role, 'members:read'),
  }
}

const Posted = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('pack') }),
  z.object({ intent: z.literal('hold'), reason: z.string() }),
  z.object({ intent: z.literal('release'), reason: z.string() }),
  z.object({ intent: z.literal('mail'), reason: z.string() }),
  z.object({ intent: z.literal('note'), text: z.string(), request_id: z.string() }),
  z.object({ intent: z.enum(['tag', 'untag']), tag: z.string(), order: z.string() }),
  z.object({ intent: z.literal('ship'), carrier: z.string(), tracking: z.string() }),
])

type Posted = z.output<typeof Posted>
type Units = ReturnType<typeof unitsIn>

type Call = ReturnType<typeof shopCall>

const setTag = async (
  call: Call,
  { intent, order, tag }: Extract<Posted, { readonly tag: string }>,
): Promise<string> => {
  await call(tagOrders, { ids: [order], tag, action: intent === 'tag' ? 'add' : 'remove' })
  return intent === 'tag' ? 'tagged' : 'untagged'
}

const run = async (call: Call, number: string, posted: Posted, units: Units): Promise<string> => {
  switch (posted.intent) {
    case 'pack':
      await call(packDeskOrder, { number })
      return 'packed'
    case 'hold':
      await call(holdDeskOrder, { number, reason: posted.reason })
      return 'held'
    case 'release':
      await call(releaseDeskOrder, { number, reason: posted.reason })
      return 'released'
    case 'mail':
      await call(resendDeskMail, { number, reason: posted.reason })
      return 'mailed'
    case 'note':
      await call(addDeskNote, {
        order_number: number,
        account_id: null,
        text: posted.text,
        request_id: posted.request_id,
      })
      return 'noted'
    case 'tag':
    case 'untag':
      return setTag(call, posted)
    case 'ship':
      await call(shipDeskOrder, { number, carrier: posted.carrier, tracking: posted.tracking, units })
      return 'shipped'
    default:
      return posted satisfies never
  }
}

const shopCall = (context: ActionFunctionArgs['context']) => context.get(shopContext).call

export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const number = params['number'] ?? ''
  const form = await postedForm(request)
  const posted = fieldsAs(Posted, Object.fromEntries(form))
  const units = unitsIn(form)
  let done: string
  try {
    done = await run(shopCall(context), number, posted, units)
  } catch (thrown) {
    return { refusal: refusalIn(thrown), errors: fieldErrors(thrown), entered: posted, units }
  }
  throw redirect(orderAddress(number, { list: listIn(request.url), done }), 303)
}

const answers: ReadonlyMap<string, string> = new Map([
  ['packed', 'The order is packed. Its buyer cannot cancel it any more.'],
  ['held', 'The order is on hold.'],
  ['released', 'The order is released.'],
  ['mailed', 'The confirmation is on its way. The timeline shows it once the mail server has taken it.'],
  ['shipped', 'The order is shipped. The member gets a mail.'],
  ['refunded', 'The refund is recorded.'],
  ['corrected', 'The address is corrected.'],
  ['reshipped', 'A shipment of its own waits to be packed. Its units are taken from stock.'],
  ['answered', 'The evidence was sent to the bank.'],
  ['accepted', 'The dispute is given up. The buyer keeps the money.'],
  ['noted', 'The note is kept.'],
  ['tagged', 'The order has the tag.'],
  ['untagged', 'The tag is removed.'],
  ['last', 'This is the last order of the list.'],
  ['first', 'This is the first order of the list.'],
])

interface AnswerNoteProps {
  readonly answer: ReturnType<typeof useActionData<typeof action>>
  readonly order: Awaited<ReturnType<typeof loader>>['order']
}

/** The answer to what was just done here. */
const AnswerNote = ({ answer, order }: AnswerNoteProps) => {
  const refusal = answer?.refusal
  const entered = answer
    ? enteredText(answer.entered, { state: order.state, isHeld: order.hold !== null })
    : ''
  const [query] = useSearchParams()
  const done = answers.get(query.get('done') ?? '')
  if (refusal)
    return (
      <DeskNote kind="danger" isAnswer>
        <p>{refusal}</p>
        {entered === '' ? null : <p>{entered}</p>}
      </DeskNote>
    )
  return done ? (
    <DeskNote kind="ok" isAnswer>
      {done}
    </DeskNote>
  ) : null
}

interface RemarksProps extends AnswerNoteProps {
  readonly remarks: Awaited<ReturnType<typeof loader>>['remarks']
  readonly requestId: string
}

/** What the team says of the order to each other. */
const Remarks = ({ order, remarks, requestId, answer }: RemarksProps) =>
  remarks === null ? null : (
    <>
      <Tags
        order={order}
        tags={remarks.tags}
        entered={answer?.entered.intent === 'tag' ? answer.entered.tag : undefined}
      />
      <Notes
        notes={remarks.notes}
        requestId={requestId}
        entered={answer?.entered.intent === 'note' ? answer.entered.text : undefined}
      />
    </>
  )

const OrderPage = () => {
  const { order, list, remarks, requestId, mayShip, mayRefund, mayAnswer, mayOpenMember } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <OrderHead order={order} list={list} may={{ refund: mayRefund, ship: mayShip, answer: mayAnswer }} />
      <Split aside={<OrderAside order={order} mayOpenMember={mayOpenMember} />}>
        <AnswerNote answer={answer} order={order} />
        <RefusedRefunds order={order} mayRefund={mayRefund} />
        {order.hold ? (
          <DeskNote kind="danger">
            <p>On hold: {order.hold}.</p>
          </DeskNote>
        ) : null}
        <OrderLines order={order} />
        <ReportedProblems problems={order.problems} />
        {mayShip ? (
          <OrderActions
            order={order}
            entered={answer?.entered ?? null}
            errors={answer?.errors ?? noErrors}
            units={answer?.units ?? []}
          />
        ) : null}
        <Section title="Timeline">
          <Timeline timeline={order.timeline} sendAgain={mayShip ? `#${sendAgainId}` : undefined} />
        </Section>
        <Remarks order={order} remarks={remarks} requestId={requestId} answer={answer} />
      </Split>
    </>
  )
}

export default OrderPage
