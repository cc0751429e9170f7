import type { ActionFunctionArgs } from 'react-router'
import { data, redirect } from 'react-router'
import { z } from 'zod'
import { formText } from '#account/screens/form-text.ts'
import { shopContext } from '#app/shop-context.ts'
import { ShopError } from '#shared/errors.ts'
import type { MemberAction } from '../rules/subscription-state.ts'
import { isMemberAction, subscriptionPath } from './member-action.ts'
import { commitChange, prepareChange } from './prepare-change.ts'
import { typedIn } from './read-change.ts'

interface Asked {
  readonly id: string
  readonly action: MemberAction
}

type Params = Readonly<Record<string, string | undefined>>

/** The subscription that an address names. NOT_FOUND for what can be no id. */
export const subscriptionIdIn = ({ id = '' }: Params): string => {
  if (!z.uuid().safeParse(id).success) throw new ShopError('NOT_FOUND')
  return id
}

/** Which subscription and action an address names. NOT_FOUND for an action that nobody knows. */
export const askedIn = (params: Params): Asked => {
  const { action = '' } = params
  if (!isMemberAction(action)) throw new ShopError('NOT_FOUND')
  return { id: subscriptionIdIn(params), action }
}

/** Shows what would come of a filled form, or makes the change and leads to the subscription with its undo. */
export const changeAction = async ({ request, context, params }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const form = await request.formData()
  const asked = { ...askedIn(params), typed: typedIn(form.entries()) }
  if (formText(form, 'step') !== 'commit') {
    const prepared = await prepareChange(call, asked)
    return data({ prepared }, { status: prepared.failure?.status ?? 200 })
  }
  const made = await commitChange(call, asked, formText(form, 'token'))
  if ('refused' in made)
    return data({ prepared: made.refused }, { status: made.refused.failure?.status ?? 400 })
  const { change_id: changeId, charge } = made.reply
  return redirect(`${subscriptionPath(asked.id)}?done=${changeId}&charge=${charge}`, 303)
}
