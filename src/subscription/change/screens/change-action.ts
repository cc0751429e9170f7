import type { ActionFunctionArgs } from 'react-router'
import { data, redirect } from 'react-router'
import { z } from 'zod'
import { formText } from '#account/screens/form-text.ts'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { ShopError } from '#shared/errors.ts'
import type { MemberAction } from '#subscription/record/rules/subscription-state.ts'
import { isMemberAction, subscriptionPath } from '#subscription/record/screens/member-action.ts'
import { commitChange, prepareChange } from './prepare-change.ts'
import { formValuesIn } from './read-change.ts'

interface ChangeTarget {
  readonly id: string
  readonly action: MemberAction
}

type Params = Readonly<Record<string, string | undefined>>

/** The subscription that an address names. NOT_FOUND for what can be no id. */
export const subscriptionIdIn = ({ id = '' }: Params): string => {
  if (!z.uuid().safeParse(id).success) throw new ShopError('NOT_FOUND')
  return id
}

/** The subscription and action of an address. NOT_FOUND for an unknown action. */
export const changeTargetIn = (params: Params): ChangeTarget => {
  const { action = '' } = params
  if (!isMemberAction(action)) throw new ShopError('NOT_FOUND')
  return { id: subscriptionIdIn(params), action }
}

/** Shows the preview of a filled form, or makes the change and leads to the subscription with its undo. */
export const changeAction = async ({ request, context, params }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const form = await postedForm(request)
  const target = { ...changeTargetIn(params), formValues: formValuesIn(form.entries()) }
  if (formText(form, 'step') !== 'commit') {
    const prepared = await prepareChange(call, target)
    return data({ prepared }, { status: prepared.failure?.status ?? 200 })
  }
  const result = await commitChange(call, target, formText(form, 'token'))
  if ('refused' in result)
    return data({ prepared: result.refused }, { status: result.refused.failure?.status ?? 400 })
  const { change_id: changeId, charge } = result.reply
  return redirect(`${subscriptionPath(target.id)}?done=${changeId}&charge=${charge}`, 303)
}
