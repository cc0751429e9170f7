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
import { secretAddress, viewedLink, ExpiredLink, MailedLink } from './mailed-link.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in-frame.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { signInMessages } from '../messages/sign-in-messages.ts'

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
const ConfirmByPassword = ({ lead, failure }: ConfirmByPasswordProps) => {
  const t = useMessages(signInMessages)
  return (
    <SignInFrame title={t('confirmEmail')} lead={lead} failure={failure}>
      <form method="post" className={styles.form} noValidate>
        <Field
          name="password"
          type="password"
          label={t('yourPassword')}
          autoComplete="current-password"
          hint={t('movingPassword')}
          required
          error={failure?.fields['password']}
        />
        <Button kind="primary" wide>
          {t('useThisEmail')}
        </Button>
      </form>
    </SignInFrame>
  )
}

const ConfirmElsewhere = ({ lead }: { readonly lead: string }) => {
  const t = useMessages(signInMessages)
  return (
    <SignInFrame title={t('confirmEmail')} lead={t('openElsewhere', { lead })}>
      {null}
    </SignInFrame>
  )
}

/** Opened by a mailed link: move the account to the address that it was mailed to. */
const ConfirmEmailPage = () => {
  const t = useMessages(signInMessages)

  const { link } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (link === null)
    return <ExpiredLink title={t('confirmEmail')} href="/account" label={t('requestInSettings')} />
  const lead = t('willBeEmail', { email: link.email })
  if (link.confirm_by === 'password') return <ConfirmByPassword lead={lead} failure={refused?.failure} />
  if (link.confirm_by === 'elsewhere') return <ConfirmElsewhere lead={lead} />
  return (
    <MailedLink title={t('confirmEmail')} lead={lead} button={t('useThisEmail')} failure={refused?.failure} />
  )
}

export default ConfirmEmailPage
