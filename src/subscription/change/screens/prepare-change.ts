import { z } from 'zod'
import { formFailure } from '#account/screens/form-failure.ts'
import type { FormFailure } from '#account/screens/form-failure.ts'
import type { ShopContext } from '#web/request/shop-context.ts'
import { isShopError } from '#shared/errors.ts'
import { ChangePreview, changeSubscription, previewChange } from '../change-endpoints.ts'
import type { ChangeReply } from '../change-endpoints.ts'
import type { MemberAction } from '#subscription/record/rules/subscription-state.ts'
import { couponRefusalText } from '#subscription/record/screens/subscription-text.ts'
import { canceledCycleIn, readChange } from './read-change.ts'
import type { FormValues } from './read-change.ts'

type ApiCall = ShopContext['call']

/** A change as the form has it: the entered values, its preview, and why it was refused. */
export interface Prepared {
  readonly formValues: FormValues
  readonly preview: ChangePreview | null
  readonly failure: FormFailure | null
}

interface ChangeRequest {
  readonly id: string
  readonly action: MemberAction
  readonly formValues: FormValues
}

/** Shown in the form; a subscription that is missing or not this member's gets a page of its own. */
const belongsToForm = (thrown: unknown): boolean =>
  isShopError(thrown) && thrown.status < 500 && !['NOT_FOUND', 'UNAUTHENTICATED'].includes(thrown.code)

/** Further details from the server: the precondition that failed, or why codes do not apply. */
const RefusalData = z.object({ reason: z.string() })
const RefusalsData = z.object({ refusals: z.array(z.object({ reason: z.string() })) })

const dayReasons = ['date-not-ahead', 'date-too-far', 'pause-too-long']

/** The field whose day is refused. */
const dayField = (action: MemberAction): string => (action === 'pause' ? 'until' : 'on')

/** Fields are named by the last word of their path: `change.address.zip` is the field `zip`. */
const fieldNamed = (path: string, action: MemberAction): string => {
  const name = path.split('.').at(-1) ?? path
  return name === 'next_order_on' ? dayField(action) : name
}

const failureOf = (thrown: unknown, action: MemberAction): FormFailure => {
  if (!belongsToForm(thrown)) throw thrown
  const failure = formFailure(thrown)
  const reason = isShopError(thrown) ? RefusalData.safeParse(thrown.data).data?.reason : undefined
  const code = isShopError(thrown) ? RefusalsData.safeParse(thrown.data).data?.refusals[0]?.reason : undefined
  const fields = Object.entries(failure.fields).map(([path, message]) => [fieldNamed(path, action), message])
  return {
    ...failure,
    fields: {
      ...Object.fromEntries(fields),
      ...(reason !== undefined && dayReasons.includes(reason) ? { [dayField(action)]: failure.message } : {}),
      ...(code === undefined ? {} : { code: `You can’t use this code: ${couponRefusalText(code)}.` }),
    },
  }
}

const isUnchanged = (thrown: unknown): boolean =>
  isShopError(thrown) && RefusalData.safeParse(thrown.data).data?.reason === 'nothing-changes'

/** What a change would do, shown on the page before it is made. */
export const prepareChange = async (
  call: ApiCall,
  { id, action, formValues }: ChangeRequest,
): Promise<Prepared> => {
  const change = readChange(action, formValues)
  if (change === null) return { formValues, preview: null, failure: null }
  try {
    return { formValues, preview: await call(previewChange, { id, change }), failure: null }
  } catch (thrown) {
    // Nothing was entered yet: the form opens with the current values.
    const isInitialForm = Object.keys(formValues).length === 0 && isUnchanged(thrown)
    return { formValues, preview: null, failure: isInitialForm ? null : failureOf(thrown, action) }
  }
}

/** The totals that a refused commit returned, if they were the reason. */
const newPreview = (thrown: unknown): ChangePreview | null => {
  if (!isShopError(thrown) || thrown.code !== 'TOTAL_CHANGED') return null
  const { success, data } = ChangePreview.safeParse(thrown.data?.['preview'])
  return success ? data : null
}

/** Makes the change for exactly the totals that the token is valid for; if it is refused, returns the entered values. */
export const commitChange = async (
  call: ApiCall,
  request: ChangeRequest,
  token: string,
): Promise<{ readonly reply: ChangeReply } | { readonly refused: Prepared }> => {
  const { id, action, formValues } = request
  const change = readChange(action, formValues)
  if (change === null) return { refused: await prepareChange(call, request) }
  // A cancellation agrees to no totals: nothing that changes meanwhile can prevent it.
  const confirmation = action === 'cancel' ? { request_id: token } : { token }
  const accompanying = { offered_for: formValues['offered_for'], ...canceledCycleIn(formValues) }
  try {
    return { reply: await call(changeSubscription, { id, change, ...confirmation, ...accompanying }) }
  } catch (thrown) {
    const failure = failureOf(thrown, action)
    const preview = newPreview(thrown) ?? (await prepareChange(call, request)).preview
    return { refused: { formValues, preview, failure } }
  }
}
