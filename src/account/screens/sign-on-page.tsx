import { useEffect, useRef } from 'react'
import type { ActionFunctionArgs, HeadersArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { shopContext } from '#app/shop-context.ts'
import type { PageHandle } from '#app/shop-context.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import {
  SignOnProvider,
  facebookSignon,
  googleSignon,
  startSignOn,
  viewSignOnWays,
} from '../sign-on-calls.ts'
import { safeReturnPath } from '../rules/return-path.ts'
import { formFailure } from './form-failure.ts'
import { formText } from './form-text.ts'
import { secretAddress } from './mailed-link.tsx'
import { providerNames } from './provider-names.ts'
import { ProofPage } from './proof-form.tsx'
import { askForProof, takeProof } from './proof-step.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in-frame.module.css'

/** The answer of the provider is sent on by itself where there is JavaScript. */
export const handle = { hydrates: true } satisfies PageHandle

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
  const { providers } = await context.get(shopContext).call(viewSignOnWays, {})
  const way = providers.find((one) => one.provider === provider)
  if (!way) throw new ShopError('NOT_FOUND')
  const query = new URL(request.url).searchParams
  const code = query.get('code')
  const back = {
    code: code ?? '',
    state: query.get('state') ?? '',
    iss: query.get('iss') ?? '',
    redirect_url: way.redirect_url,
  }
  return { provider, name: providerNames[provider], back: code === null ? null : back }
}

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const provider = providerIn(params)
  const form = await request.formData()
  const shop = context.get(shopContext)
  const { call } = shop
  const asked = await takeProof(shop, form)
  if (asked) return asked
  try {
    if (formText(form, 'wish') === 'start') {
      const { authorization_url: url } = await call(startSignOn, {
        provider,
        return_to: formText(form, 'return_to'),
      })
      // Not a redirect: the page's policy lets its forms end nowhere but here.
      return data({ url, failure: null }, { headers: { refresh: `0; url=${url}` } })
    }
    const answer = {
      code: formText(form, 'code'),
      state: formText(form, 'state'),
      ...(formText(form, 'iss') === '' ? {} : { iss: formText(form, 'iss') }),
      redirect_url: formText(form, 'redirect_url'),
    }
    const signed = await call(provider === 'google' ? googleSignon : facebookSignon, answer)
    return redirect(safeReturnPath(signed.return_to), 303)
  } catch (thrown) {
    // The provider's answer is used up: a proof that lapsed meanwhile begins the connection again.
    const needed = await askForProof(shop, startAgain(form), thrown)
    if (needed) return needed
    const failure = formFailure(thrown)
    return data({ url: null, failure }, { status: failure.status })
  }
}

const startAgain = (form: FormData): FormData => {
  const again = new FormData()
  again.set('wish', 'start')
  again.set('return_to', formText(form, 'return_to') || '/account?done=connected')
  return again
}

const Away = ({ name, url }: { readonly name: string; readonly url: string }) => (
  <SignInFrame title="Sign In" lead={`We take you to ${name}.`}>
    <p className={styles.after}>
      <ButtonLink kind="seam" href={url}>
        Continue to {name}
      </ButtonLink>
    </p>
  </SignInFrame>
)

interface BackProps {
  readonly provider: SignOnProvider
  readonly name: string
  readonly back: Readonly<Record<'code' | 'state' | 'iss' | 'redirect_url', string>>
}

const Back = ({ provider, name, back }: BackProps) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.requestSubmit()
  }, [])
  return (
    <SignInFrame title="Sign In" lead={`You are back from ${name}.`}>
      <form method="post" action={`/sign-on/${provider}`} ref={form} className={styles.form}>
        {Object.entries(back).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <Button kind="seam" wide>
          Sign in to {brand.name}
        </Button>
      </form>
    </SignInFrame>
  )
}

/** The social sign-on return page of spec §2. */
const SignOnPage = () => {
  const { provider, name, back } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer && 'proof' in answer) return <ProofPage proof={answer.proof} />
  if (answer?.url) return <Away name={name} url={answer.url} />
  if (back !== null && !answer) return <Back provider={provider} name={name} back={back} />
  return (
    <SignInFrame
      title="Sign In"
      lead={`The sign-in with ${name} did not happen.`}
      failure={answer?.failure ?? undefined}
    >
      <p className={styles.after}>
        <ButtonLink kind="seam" href="/login">
          Back to Sign In
        </ButtonLink>
      </p>
    </SignInFrame>
  )
}

export default SignOnPage
