import { use } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { brand } from '#shared/brand.ts'
import { RenderingContext } from '../request/render-context.ts'
import { Fallback } from './fallback.tsx'

interface FailedPageProps {
  /** Of the account: next to its navigation, without a picture of its own. */
  readonly ofAccount?: boolean
}

/** Shown instead of a page that was not found, was refused or crashed: one for every boundary (spec §2). */
export const FailedPage = ({ ofAccount = false }: FailedPageProps) => {
  const { failure } = use(RenderingContext)
  const error = useRouteError()
  const status = failure?.status ?? (isRouteErrorResponse(error) ? error.status : 500)
  return (
    <Fallback
      status={status}
      detail={failure?.detail ?? null}
      requestId={failure?.requestId ?? null}
      brandName={brand.name}
      ofAccount={ofAccount}
    />
  )
}
