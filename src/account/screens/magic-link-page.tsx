import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { isShopError } from '#shared/errors.ts'
import { useMagicLink, viewMagicLink } from '../registration-endpoints.ts'
import { memberHome } from '../rules/return-path.ts'
import { formFailure } from './form-failure.ts'
import { ExpiredLink, MailedLink, secretAddress } from './mailed-link.tsx'

export const headers = () => secretAddress

export const loader = async ({ params, context }: LoaderFunctionArgs) => {
  try {
    return { link: await context.get(shopContext).call(viewMagicLink, { id: params['id'] ?? '' }) }
  } catch (thrown) {
    // A malformed link is treated like an expired one.
    if (!isShopError(thrown) || thrown.status >= 500) throw thrown
    return data({ link: null }, { status: 410 })
  }
}

export const action = async ({ params, context }: ActionFunctionArgs) => {
  try {
    await context.get(shopContext).call(useMagicLink, { id: params['id'] ?? '' })
  } catch (thrown) {
    const failure = formFailure(thrown)
    return data({ failure }, { status: failure.status })
  }
  return redirect(memberHome, 303)
}

/** Opened by a mailed link: sign in without a password. */
const MagicLinkPage = () => {
  const { link } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (link === null) return <ExpiredLink title="Sign In" href="/login" label="Request another link" />
  return <MailedLink title="Sign In" lead={`As ${link.email}`} button="Sign in" failure={refused?.failure} />
}

export default MagicLinkPage
