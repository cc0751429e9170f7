import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { redirect, useActionData, useLoaderData } from 'react-router'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { viewProof } from '../proof-endpoints.ts'
import { safeReturnPath } from '../rules/return-path.ts'
import { ProofPage } from './proof-form.tsx'
import { acceptProof } from './proof-step.ts'

const returnPath = (request: Request): string =>
  safeReturnPath(new URL(request.url).searchParams.get('return_to'), '/account')

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { fresh, methods } = await context.get(shopContext).call(viewProof, {})
  if (fresh) throw redirect(returnPath(request), 303)
  return { proof: { methods, pendingFields: [], mailed: false, failure: null } }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  return (await acceptProof(context.get(shopContext), form)) ?? redirect(returnPath(request), 303)
}

/** Asks for the proof when no form waits for it: before a download, and before a passkey is made. */
const ConfirmPage = () => {
  const { proof } = useLoaderData<typeof loader>()
  return <ProofPage proof={useActionData<typeof action>()?.proof ?? proof} />
}

export default ConfirmPage
