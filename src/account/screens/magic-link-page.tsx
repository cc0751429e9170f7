import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { redirect, useActionData, useLoaderData } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { useMagicLink, viewMagicLink } from '../registration-endpoints.ts'
import { memberHome } from '../rules/return-path.ts'
import { refusalOf } from './form-failure.ts'
import { secretAddress, viewedLink } from './mail-link.ts'
import { ExpiredLink, MailedLink } from './mailed-link.tsx'

export const headers = () => secretAddress

export const loader = ({ params, context }: LoaderFunctionArgs) =>
  viewedLink(context.get(shopContext).call(viewMagicLink, { id: params['id'] ?? '' }))

export const action = async ({ params, context }: ActionFunctionArgs) => {
  const refusal = await refusalOf(context.get(shopContext).call(useMagicLink, { id: params['id'] ?? '' }))
  return refusal ?? redirect(memberHome, 303)
}

/** Opened by a mailed link: sign in without a password. */
const MagicLinkPage = () => {
  const { link } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (link === null) return <ExpiredLink title="Sign In" href="/login" label="Ask for another link" />
  return <MailedLink title="Sign In" lead={`As ${link.email}`} button="Sign in" failure={refused?.failure} />
}

export default MagicLinkPage
