import './desk.css'
import type { ReactNode } from 'react'
import type { DeskCount } from '#desk/home-endpoints.ts'
import { colorSheetPath } from '#shared/brand-mark.ts'
import { brand } from '#shared/brand.ts'
import type { ShopContext } from '../request/shop-context.ts'
import deskScript from './browser/desk-script.ts?worker&url'
import { deskSheetMark } from './desk-sheet-mark.ts'
import { BareDesk, DeskShell } from './desk-shell.tsx'

/** The addresses of the desk's styles: of a build, or in development of every sheet that the desk may use. */
const deskSheets = (): readonly string[] =>
  import.meta.env.DEV
    ? [
        '/src/web/desk/desk.css',
        '/src/ui/text.module.css',
        ...Object.keys(
          import.meta.glob(
            '/src/{web/desk,desk/screens,partner/screens,report/screens,staff/screens}/**/*.module.css',
          ),
        ),
      ]
    : deskSheetMark.split(' ')

interface DeskDocumentProps {
  readonly title: string
  readonly shop: Pick<ShopContext, 'actor'>
  readonly url: URL
  readonly counts: readonly DeskCount[]
  readonly children: ReactNode
}

/** The document around a page of the desk: with its places for staff, and bare for everybody else. */
export const DeskDocument = ({ title, shop, url, counts, children }: DeskDocumentProps) => {
  const { actor } = shop
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{`${title} | ${brand.name} desk`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {deskSheets().map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {brand.colors ? <link rel="stylesheet" href={colorSheetPath} /> : null}
        <script type="module" src={deskScript} />
      </head>
      <body>
        {actor.kind === 'staff' ? (
          <DeskShell
            staff={actor}
            path={url.pathname}
            query={url.searchParams.get('q') ?? ''}
            counts={counts}
          >
            {children}
          </DeskShell>
        ) : (
          <BareDesk>{children}</BareDesk>
        )}
      </body>
    </html>
  )
}
