import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { allows } from '#shared/staff.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import {
  holdDeskOrder,
  packDeskOrder,
  releaseDeskOrder,
  resendDeskMail,
  shipDeskOrder,
  viewDeskOrder,
} from '../endpoints.ts'
import { OrderActs } from './order-acts.tsx'
import { OrderHead } from './order-head.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderAside } from './order-money.tsx'
import { Split } from './parts/layout.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'
import { Timeline } from './parts/timeline.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const order = await call(viewDeskOrder, { number: params['number'] ?? '' })
  const role = actor.kind === 'staff' ? actor.role : 'read-only'
  return {
    title: order.number,
    order,
    mayShip: allows(role, 'orders:ship'),
    mayRefund: allows(role, 'orders:refund'),
    mayOpenMember: allows(role, 'members:read'),
  }
}

const Posted = z.discriminatedUnion('act', [
  z.object({ act: z.literal('pack') }),
  z.object({ act: z.literal('hold'), reason: z.string() }),
  z.object({ act: z.literal('release'), reason: z.string() }),
  z.object({ act: z.literal('mail'), reason: z.string() }),
  z.object({ act: z.literal('ship'), carrier: z.string(), tracking: z.string() }),
])

type Posted = z.output<typeof Posted>

const run = async (call: ReturnType<typeof shopCall>, number: string, posted: Posted): Promise<string> => {
  switch (posted.act) {
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
    case 'ship':
      await call(shipDeskOrder, { number, carrier: posted.carrier, tracking: posted.tracking })
      return 'shipped'
    default:
      return posted satisfies never
  }
}

const shopCall = (context: ActionFunctionArgs['context']) => context.get(shopContext).call

export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const number = params['number'] ?? ''
  const posted = Posted.parse(Object.fromEntries(await postedForm(request)))
  let done: string
  try {
    done = await run(shopCall(context), number, posted)
  } catch (thrown) {
    return { refusal: refusalIn(thrown), entered: posted }
  }
  throw redirect(`/desk/orders/${number}?done=${done}`, 303)
}

const answers: ReadonlyMap<string, string> = new Map([
  ['packed', 'The order is packed. Its buyer cannot cancel it any more.'],
  ['held', 'The order is on hold.'],
  ['released', 'The order is released.'],
  ['mailed', 'The confirmation is sent again.'],
  ['shipped', 'The order is shipped. The member gets a mail.'],
  ['refunded', 'The refund is recorded.'],
  ['corrected', 'The address is corrected.'],
])

/** The answer to what was just done here. */
const AnswerNote = ({ refusal }: { readonly refusal: string | undefined }) => {
  const [query] = useSearchParams()
  const done = answers.get(query.get('done') ?? '')
  if (refusal)
    return (
      <DeskNote kind="danger" isAnswer>
        {refusal}
      </DeskNote>
    )
  return done ? (
    <DeskNote kind="ok" isAnswer>
      {done}
    </DeskNote>
  ) : null
}

const OrderPage = () => {
  const { order, mayShip, mayRefund, mayOpenMember } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <OrderHead order={order} mayRefund={mayRefund} mayShip={mayShip} />
      <Split aside={<OrderAside order={order} mayOpenMember={mayOpenMember} />}>
        <AnswerNote refusal={answer?.refusal} />
        {order.hold ? (
          <DeskNote kind="danger">
            <p>On hold: {order.hold}.</p>
          </DeskNote>
        ) : null}
        <OrderLines order={order} />
        {mayShip ? <OrderActs order={order} entered={answer?.entered ?? null} /> : null}
        <Section title="Timeline">
          <Timeline timeline={order.timeline} />
        </Section>
      </Split>
    </>
  )
}

export default OrderPage
