import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { redirect, useActionData, useLoaderData } from 'react-router'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { confirmEmail, viewEmailLink } from '../email-endpoints.ts'
import { memberHome } from '../rules/return-path.ts'
import { formText } from './form-text.ts'
import type { FormFailure } from './form-failure.ts'
import { refusalOf } from './form-failure.ts'
import { secretAddress, viewedLink } from './mail-link.ts'
import { ExpiredLink, MailedLink } from './mailed-link.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in-frame.module.css'

export const headers = () => secretAddress

export const loader = ({ params, context }: LoaderFunctionArgs) =>
  viewedLink(context.get(shopContext).call(viewEmailLink, { id: params['id'] ?? '' }))

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const password = formText(await postedForm(request), 'password')
  const refusal = await refusalOf(
    context.get(shopContext).call(confirmEmail, { id: params['id'] ?? '', password }),
  )
  return refusal ?? redirect(memberHome, 303)
}

interface ConfirmByPasswordProps {
  readonly lead: string
  readonly failure: FormFailure | undefined
}

/** In a browser that did not start the change, the link alone is not enough. */
const ConfirmByPassword = ({ lead, failure }: ConfirmByPasswordProps) => (
  <SignInFrame title="Confirm your email" lead={lead} failure={failure}>
    <form method="post" className={styles.form} noValidate>
      <Field
        name="password"
        type="password"
        label="Your password"
        autoComplete="current-password"
        hint="Of the account that moves here."
        required
        error={failure?.fields['password']}
      />
      <Button kind="primary" wide>
        Use this email
      </Button>
    </form>
  </SignInFrame>
)

const ConfirmElsewhere = ({ lead }: { readonly lead: string }) => (
  <SignInFrame
    title="Confirm your email"
    lead={`${lead} Please open this link in the browser where you asked for it, while you are signed in there.`}
  >
    {null}
  </SignInFrame>
)

/** Opened by a mailed link: move the account to the address that it was mailed to. */
const ConfirmEmailPage = () => {
  const { link } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (link === null)
    return (
      <ExpiredLink title="Confirm your email" href="/account" label="Ask for another link in your settings" />
    )
  const lead = `${link.email} becomes the email of your account.`
  if (link.confirm_by === 'password') return <ConfirmByPassword lead={lead} failure={refused?.failure} />
  if (link.confirm_by === 'elsewhere') return <ConfirmElsewhere lead={lead} />
  return (
    <MailedLink title="Confirm your email" lead={lead} button="Use this email" failure={refused?.failure} />
  )
}

export default ConfirmEmailPage
