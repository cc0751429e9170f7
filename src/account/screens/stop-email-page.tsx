import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, useActionData, useLoaderData } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { ButtonLink } from '#ui/button.tsx'
import { stopEmailChange, viewStopEmailLink } from '../email-endpoints.ts'
import { refusalOf } from './form-failure.ts'
import { secretAddress, viewedLink } from './mail-link.ts'
import { ExpiredLink, MailedLink } from './mailed-link.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in-frame.module.css'

export const headers = () => secretAddress

export const loader = ({ params, context }: LoaderFunctionArgs) =>
  viewedLink(context.get(shopContext).call(viewStopEmailLink, { id: params['id'] ?? '' }))

export const action = async ({ params, context }: ActionFunctionArgs) => {
  const refusal = await refusalOf(context.get(shopContext).call(stopEmailChange, { id: params['id'] ?? '' }))
  return refusal ?? data({ failure: null })
}

const title = 'Stop the change of email'

const Stopped = () => (
  <SignInFrame
    title="The change is stopped"
    lead="Your account keeps its email, and the browser that asked for another is signed out. If it was not you, somebody knows how to sign in to your account: choose a new password."
  >
    <p className={styles.after}>
      <ButtonLink kind="primary" href="/recover">
        Choose a new password
      </ButtonLink>
    </p>
  </SignInFrame>
)

/** Opened by a link in the former mailbox: prevents that the account moves to another e-mail. */
const StopEmailPage = () => {
  const { link } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  if (result && result.failure === null) return <Stopped />
  if (link === null) return <ExpiredLink title={title} href="/account" label="Review my account" />
  return (
    <MailedLink
      title={title}
      lead={`Somebody asked to move your account to ${link.email}.`}
      button="Stop this change"
      failure={result?.failure}
    />
  )
}

export default StopEmailPage
