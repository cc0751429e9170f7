import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { fieldsAs, postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskOrder } from '../endpoints.ts'
import { reshipDeskOrder } from '../follow-up-endpoints.ts'
import { orderAddress } from '../rules/list-place.ts'
import { listIn } from './parts/use-list.ts'
import { ActionButton } from './parts/action.tsx'
import { DeskHead, OrderCrumb } from './parts/desk-head.tsx'
import { Entry, Fields, ReasonEntry } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'
import { unitsIn } from './refund-form.ts'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, requestId } = context.get(shopContext)
  const order = await call(viewDeskOrder, { number: params['number'] ?? '' })
  return { title: `Send ${order.number} again`, order, requestId }
}

const Posted = z.object({ reason: z.string(), request_id: z.string() })

/** Sends the chosen units again. A refusal keeps what was entered. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const number = params['number'] ?? ''
  const form = await postedForm(request)
  const { reason, request_id: requestId } = fieldsAs(Posted, Object.fromEntries(form))
  const units = unitsIn(form)
  try {
    await context.get(shopContext).call(reshipDeskOrder, { number, units, reason, request_id: requestId })
  } catch (thrown) {
    return { refusal: refusalIn(thrown), units, reason, requestId }
  }
  throw redirect(orderAddress(number, { list: listIn(request.url), done: 'reshipped' }), 303)
}

type Answer = Awaited<ReturnType<typeof action>> | undefined

interface UnitsFormProps {
  readonly order: Awaited<ReturnType<typeof loader>>['order']
  /** Of the form that was refused, or a new one. */
  readonly requestId: string
  readonly answer: Answer
}

const UnitsForm = ({ order, requestId, answer }: UnitsFormProps) => {
  const entered = (position: number): number =>
    answer?.units.find((one) => one.position === position)?.quantity ?? 0
  return (
    <form method="post">
      <input type="hidden" name="request_id" value={requestId} />
      <Fields>
        {order.lines.map(({ position, name, quantity }) => (
          <Entry
            key={position}
            label={`${name}, of ${quantity}`}
            name={`units-${position}`}
            type="number"
            min={0}
            max={quantity}
            defaultValue={entered(position)}
          />
        ))}
        <ReasonEntry entered={answer?.reason} />
        <p>
          <ActionButton kind="primary">Send it again</ActionButton>
        </p>
      </Fields>
    </form>
  )
}

/** Chooses units of a shipped order that are sent again free of charge. */
const ReshipPage = () => {
  const { order, requestId } = useLoaderData<typeof loader>()
  const answer: Answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead
        crumb={<OrderCrumb number={order.number} />}
        title="Send it again"
        sub="Free of charge, as a shipment of its own. Its units are taken from stock now, and it waits to be packed."
      />
      <Body>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            {answer.refusal}
          </DeskNote>
        ) : null}
        <Section title="Units">
          <UnitsForm order={order} requestId={answer?.requestId ?? requestId} answer={answer} />
        </Section>
      </Body>
    </>
  )
}

export default ReshipPage
