import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, useActionData, useLoaderData } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { ButtonLink } from '#ui/button.tsx'
import { stopEmailChange, viewStopEmailLink } from '../email-endpoints.ts'
import { refusalOf } from './form-failure.ts'
import { secretAddress, viewedLink, ExpiredLink, MailedLink } from './mailed-link.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in-frame.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { signInMessages } from '../messages/sign-in-messages.ts'

export const headers = () => secretAddress

export const loader = ({ params, context }: LoaderFunctionArgs) =>
  viewedLink(context.get(shopContext).call(viewStopEmailLink, { id: params['id'] ?? '' }))

export const action = async ({ params, context }: ActionFunctionArgs) => {
  const refusal = await refusalOf(context.get(shopContext).call(stopEmailChange, { id: params['id'] ?? '' }))
  return refusal ?? data({ failure: null })
}

const Stopped = () => {
  const t = useMessages(signInMessages)
  return (
    <SignInFrame title={t('changeStopped')} lead={t('changeStoppedLead')}>
      <p className={styles.after}>
        <ButtonLink kind="primary" href="/recover">
          {t('chooseNewPassword')}
        </ButtonLink>
      </p>
    </SignInFrame>
  )
}

/** Opened by a link in the former mailbox: prevents that the account moves to another e-mail. */
const StopEmailPage = () => {
  const t = useMessages(signInMessages)

  const { link } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  if (result && result.failure === null) return <Stopped />
  if (link === null)
    return <ExpiredLink title={t('stopChangeTitle')} href="/account" label={t('reviewAccount')} />
  return (
    <MailedLink
      title={t('stopChangeTitle')}
      lead={t('someoneAsked', { email: link.email })}
      button={t('stopChange')}
      failure={result?.failure}
    />
  )
}

export default StopEmailPage
