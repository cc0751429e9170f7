import type { ActionFunctionArgs } from 'react-router'
import { data, redirect, useActionData } from 'react-router'
import { formFailure } from '#account/screens/form-failure.ts'
import { formText } from '#account/screens/form-text.ts'
import { pageReturnPath } from '#account/rules/return-path.ts'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { brand } from '#shared/brand.ts'
import { PictureSplit } from '#ui/picture-split.tsx'
import { classNames } from '#ui/class-names.ts'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { subscribe } from '../endpoints.ts'
import { answerAnchors, signUpPath } from '../rules/sign-up-form.ts'
import { SignUpForm } from './sign-up-form.tsx'
import { useMessages } from '#ui/locale-context.ts'
import { newsletterMessages } from '../messages/newsletter-messages.ts'
import styles from './newsletter-page.module.css'

/** Takes the form of any page's footer and leads back to that page, where the fragment shows the answer. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const email = formText(form, 'newsletter_email')
  const returnTo = pageReturnPath(formText(form, 'return_to'), signUpPath).replace(/#.*$/, '')
  try {
    const { confirm } = await context.get(shopContext).call(subscribe, { email, page: returnTo })
    return redirect(`${returnTo}#${confirm ? answerAnchors.confirm : answerAnchors.done}`, 303)
  } catch (thrown) {
    const failure = formFailure(thrown)
    return data({ email, returnTo, message: failure.message }, { status: failure.status })
  }
}

/** The newsletter on a page of its own: shown after a refused form without scripts. */
const SignUpPage = () => {
  const refused = useActionData<typeof action>()
  const t = useMessages(newsletterMessages)
  return (
    <PictureSplit picture="newsletter">
      <PageHead
        title={t('pageTitle', { brand: brand.name })}
        description={t('pageDescription', { brand: brand.name })}
      />
      <h1 className={text.d2}>{t('pageHeading')}</h1>
      <p className={classNames(text.lead, text.mute, styles.lead)}>{t('pageLead')}</p>
      <SignUpForm
        className={styles.form}
        returnTo={refused?.returnTo ?? signUpPath}
        email={refused?.email}
        error={refused?.message}
      />
    </PictureSplit>
  )
}

export default SignUpPage
