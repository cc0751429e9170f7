import { isShopError } from '#shared/errors.ts'
import { ChangePreview } from '#subscription/change/change-endpoints.ts'
import { readChange } from '#subscription/change/screens/read-change.ts'
import type { FormValues } from '#subscription/change/screens/read-change.ts'
import type { ShopContext } from '../../web/request/shop-context.ts'
import type { StaffChangeAction } from '../rules/staff-changes.ts'
import { changeDeskSubscription, previewDeskChange } from '../subscription-endpoints.ts'
import { refusalIn } from './parts/refusal.ts'

type Call = ShopContext['call']

/** A change as the form has it: what was entered, what it would do, and why it was refused. */
export interface PreparedChange {
  readonly values: FormValues
  readonly preview: ChangePreview | null
  readonly refusal: string | null
  /** By the name of the field. */
  readonly errors: Readonly<Record<string, string>>
}

interface Wanted {
  readonly id: string
  readonly action: StaffChangeAction
  readonly values: FormValues
}

const errorsIn = (thrown: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isShopError(thrown) ? (thrown.fields ?? {}) : {}).map(([path, text]) => [
      path.split('.').at(-1) ?? path,
      text,
    ]),
  )

/** What the change would do for the member, by the member's own decision. */
export const prepareStaffChange = async (
  call: Call,
  { id, action, values }: Wanted,
): Promise<PreparedChange> => {
  const change = readChange(action, values)
  if (change === null) return { values, preview: null, refusal: null, errors: {} }
  try {
    const preview = await call(previewDeskChange, { id, change })
    return { values, preview, refusal: null, errors: {} }
  } catch (thrown) {
    return { values, preview: null, refusal: refusalIn(thrown), errors: errorsIn(thrown) }
  }
}

interface Confirmed extends Wanted {
  readonly token: string
  readonly requestId: string
  readonly reason: string
}

const newPreview = (thrown: unknown): ChangePreview | null => {
  const parsed = ChangePreview.safeParse(isShopError(thrown) ? thrown.data?.['preview'] : null)
  return parsed.success ? parsed.data : null
}

/** Makes the change for the sums and dates that were shown; null when it is made. */
export const makeStaffChange = async (call: Call, confirmed: Confirmed): Promise<PreparedChange | null> => {
  const { id, action, values, token, requestId, reason } = confirmed
  const change = readChange(action, values)
  if (change === null) return prepareStaffChange(call, confirmed)
  try {
    await call(changeDeskSubscription, { id, change, preview_token: token, request_id: requestId, reason })
    return null
  } catch (thrown) {
    const refused = { values, refusal: refusalIn(thrown), errors: errorsIn(thrown) }
    return { ...refused, preview: newPreview(thrown) ?? (await prepareStaffChange(call, confirmed)).preview }
  }
}
