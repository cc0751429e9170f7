import type { ActionFunctionArgs, HeadersArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import {
  SignOnProvider,
  facebookSignon,
  googleSignon,
  startSignOn,
  viewSignOnProviders,
} from '../sign-on-endpoints.ts'
import { safeReturnPath } from '../rules/return-path.ts'
import { settingsPaths } from '../rules/settings-paths.ts'
import { formFailure } from './form-failure.ts'
import { formText } from './form-text.ts'
import { secretAddress } from './mailed-link.tsx'
import { providerNames } from './sign-on-buttons.tsx'
import { ProofPage } from './proof-form.tsx'
import { requestProofIfRequired, acceptProof } from './proof-step.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in-frame.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { signInMessages } from '../messages/sign-in-messages.ts'

export const headers = ({ actionHeaders }: HeadersArgs) => {
  const refresh = actionHeaders.get('refresh')
  return { ...secretAddress, ...(refresh === null ? {} : { refresh }) }
}

const providerIn = (params: LoaderFunctionArgs['params']): SignOnProvider => {
  const named = SignOnProvider.safeParse(params['provider'])
  if (!named.success) throw new ShopError('NOT_FOUND')
  return named.data
}

/** Where the provider sends people back to. Coming here changes nothing (ruling 18): the form below posts. */
export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const provider = providerIn(params)
  const { providers } = await context.get(shopContext).call(viewSignOnProviders, {})
  const configured = providers.find((one) => one.provider === provider)
  if (!configured) throw new ShopError('NOT_FOUND')
  const query = new URL(request.url).searchParams
  const code = query.get('code')
  const providerReply = {
    code: code ?? '',
    state: query.get('state') ?? '',
    iss: query.get('iss') ?? '',
    redirect_url: configured.redirect_url,
  }
  return { provider, name: providerNames[provider], providerReply: code === null ? null : providerReply }
}

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const provider = providerIn(params)
  const form = await postedForm(request)
  const shop = context.get(shopContext)
  const { call } = shop
  const proofPrompt = await acceptProof(shop, form)
  if (proofPrompt) return proofPrompt
  try {
    if (formText(form, 'intent') === 'start') {
      const { authorization_url: url } = await call(startSignOn, {
        provider,
        return_to: formText(form, 'return_to'),
      })
      // Not a redirect: the page's policy lets its forms end nowhere but here.
      return data({ url, failure: null }, { headers: { refresh: `0; url=${url}` } })
    }
    const result = {
      code: formText(form, 'code'),
      state: formText(form, 'state'),
      ...(formText(form, 'iss') === '' ? {} : { iss: formText(form, 'iss') }),
      redirect_url: formText(form, 'redirect_url'),
    }
    const signed = await call(provider === 'google' ? googleSignon : facebookSignon, result)
    const { return_to: path } = signed
    // The field of the token is named by the brand, so that types know no field besides.
    return redirect(safeReturnPath(typeof path === 'string' ? path : null), 303)
  } catch (thrown) {
    // The provider's answer is used up: a proof that lapsed meanwhile begins the connection again.
    const requiredProof = await requestProofIfRequired(shop, restartForm(form), thrown)
    if (requiredProof) return requiredProof
    const failure = formFailure(thrown)
    return data({ url: null, failure }, { status: failure.status })
  }
}

const restartForm = (form: FormData): FormData => {
  const restarted = new FormData()
  restarted.set('intent', 'start')
  restarted.set('return_to', formText(form, 'return_to') || `${settingsPaths.signIn}?done=connected`)
  return restarted
}

const ProviderRedirect = ({ name, url }: { readonly name: string; readonly url: string }) => {
  const t = useMessages(signInMessages)
  return (
    <SignInFrame title={t('signInTitle')} lead={t('signInAtProvider', { name })}>
      <p className={styles.after}>
        <ButtonLink kind="primary" href={url}>
          {t('continueTo', { name })}
        </ButtonLink>
      </p>
    </SignInFrame>
  )
}

interface ProviderReturnProps {
  readonly provider: SignOnProvider
  readonly name: string
  readonly providerReply: Readonly<Record<'code' | 'state' | 'iss' | 'redirect_url', string>>
}

/** The provider's response is sent on automatically where there is JavaScript. */
const ProviderReturn = ({ provider, name, providerReply }: ProviderReturnProps) => {
  const t = useMessages(signInMessages)
  return (
    <SignInFrame title={t('signInTitle')} lead={t('backFromProvider', { name })}>
      <form method="post" action={`/sign-on/${provider}`} className={styles.form} data-submit-now="">
        {Object.entries(providerReply).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <Button kind="primary" wide>
          {t('signInToBrand', { brand: brand.name })}
        </Button>
      </form>
    </SignInFrame>
  )
}

/** The social sign-on return page of spec §2. */
const SignOnPage = () => {
  const t = useMessages(signInMessages)

  const { provider, name, providerReply } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  if (result && 'proof' in result) return <ProofPage proof={result.proof} />
  if (result?.url) return <ProviderRedirect name={name} url={result.url} />
  if (providerReply !== null && !result)
    return <ProviderReturn provider={provider} name={name} providerReply={providerReply} />
  return (
    <SignInFrame
      title={t('signInTitle')}
      lead={t('providerNotCompleted', { name })}
      failure={result?.failure ?? undefined}
    >
      <p className={styles.after}>
        <ButtonLink kind="primary" href="/login">
          {t('backToSignIn')}
        </ButtonLink>
      </p>
    </SignInFrame>
  )
}

export default SignOnPage
