import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { listPlans } from '#catalogue/endpoints.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { createDeskCoupon } from '../coupon-endpoints.ts'
import { CouponFields } from './coupon-form.tsx'
import { enteredIn, nothingEntered, sentOf } from './coupon-form.ts'
import { ActionButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Entry } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote } from './parts/section.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const plans = await context.get(shopContext).call(listPlans, {})
  return { title: 'New coupon', plans: plans.map(({ code, name }) => ({ code, name })) }
}

/** Makes the coupon. A refusal keeps what was entered. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const entered = enteredIn(await postedForm(request))
  const code = (entered.texts.get('code') ?? '').toUpperCase()
  try {
    await context.get(shopContext).call(createDeskCoupon, { ...sentOf(entered), code })
  } catch (thrown) {
    return { entered, refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
  }
  throw redirect(`/desk/coupons/codes/${encodeURIComponent(code)}?done=created`, 303)
}

const NewCouponPage = () => {
  const { plans } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { entered = nothingEntered, errors = noErrors } = answer ?? {}
  return (
    <>
      <DeskHead crumb={<a href="/desk/coupons">Coupons</a>} title="New coupon" />
      <Body>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            {answer.refusal}
          </DeskNote>
        ) : null}
        <form method="post">
          <CouponFields entered={entered} errors={errors} plans={plans}>
            <Entry
              label="Code"
              name="code"
              required
              autoComplete="off"
              hint="Buyers may write it in small letters."
              defaultValue={entered.texts.get('code')}
              error={errors.get('code')}
            />
          </CouponFields>
          <DeskNote>
            What it gives can be changed until it starts; after that only its end and its limit, because
            buyers and members rely on it.
          </DeskNote>
          <p>
            <ActionButton kind="primary">Create coupon</ActionButton>
          </p>
        </form>
      </Body>
    </>
  )
}

export default NewCouponPage
