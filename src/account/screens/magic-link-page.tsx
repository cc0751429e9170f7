import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { redirect, useActionData, useLoaderData } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { useMagicLink, viewMagicLink } from '../registration-endpoints.ts'
import { memberHome } from '../rules/return-path.ts'
import { refusalOf } from './form-failure.ts'
import { secretAddress, viewedLink, ExpiredLink, MailedLink } from './mailed-link.tsx'
import { useMessages } from '#ui/locale-context.ts'
import { signInMessages } from '../messages/sign-in-messages.ts'

export const headers = () => secretAddress

export const loader = ({ params, context }: LoaderFunctionArgs) =>
  viewedLink(context.get(shopContext).call(viewMagicLink, { id: params['id'] ?? '' }))

export const action = async ({ params, context }: ActionFunctionArgs) => {
  const refusal = await refusalOf(context.get(shopContext).call(useMagicLink, { id: params['id'] ?? '' }))
  return refusal ?? redirect(memberHome, 303)
}

/** Opened by a mailed link: sign in without a password. */
const MagicLinkPage = () => {
  const t = useMessages(signInMessages)

  const { link } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (link === null) return <ExpiredLink title={t('signInTitle')} href="/login" label={t('requestAnother')} />
  return (
    <MailedLink
      title={t('signInTitle')}
      lead={t('asEmail', { email: link.email })}
      button={t('signIn')}
      failure={refused?.failure}
    />
  )
}

export default MagicLinkPage
