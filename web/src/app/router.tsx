import type { ComponentType } from 'react'
import { createBrowserRouter, type LazyRouteFunction, Navigate, type RouteObject } from 'react-router'
import { mayBeSignedIn } from '#lib/session-key.ts'
import { FullScreenSpinner } from '#ui/spinner.tsx'
import { brand } from './brand.ts'
import { RouteError } from './route-error.tsx'
import { type Audience, SCREENS } from './screens.ts'

/** The router: the layouts, and under each its screens. No route has parameters; details are search parameters (S-04). */
export const createRouter = () =>
  createBrowserRouter([
    {
      ErrorBoundary: RouteError,
      HydrateFallback: FullScreenSpinner,
      children: [
        {
          path: '/dev/ui',
          lazy: () => import('./dev-ui.tsx').then(({ default: Component }) => ({ Component })),
        },
        ...['/ianalyse', `/${brand.slug}`].map((path) => ({
          path,
          element: <Navigate to="/bot-ia" replace />,
        })),
        { lazy: lazyLayout(() => import('./member-layout.tsx')), children: screensFor('member', 'staff') },
        { lazy: lazyLayout(() => import('./entry-layout.tsx')), children: screensFor('visitor') },
        { lazy: openLayout, children: [...screensFor('anyone')] },
        {
          lazy: lazyLayout(() => import('./visitor-layout.tsx')),
          children: [{ path: '*', lazy: lazyScreen(() => import('./not-found.tsx')) }],
        },
      ],
    },
  ])

type Load = () => Promise<{ default: ComponentType }>

/** Pages for everybody look like the rest of the member area to a member; whoever has no session loads no client for them. */
const openLayout: LazyRouteFunction<RouteObject> = async () => {
  const { default: Component } = mayBeSignedIn()
    ? await import('./member-layout.tsx')
    : await import('./visitor-layout.tsx')
  return { Component: mayBeSignedIn() ? () => <Component open /> : Component }
}

const lazyLayout =
  (load: Load): LazyRouteFunction<RouteObject> =>
  async () => ({ Component: (await load()).default })

const lazyScreen =
  (load: Load): LazyRouteFunction<RouteObject> =>
  async () => ({ Component: (await load()).default, ErrorBoundary: RouteError })

function screensFor(...audiences: Audience[]): RouteObject[] {
  return SCREENS.filter(({ audience }) => audiences.includes(audience)).map(({ path, audience, load }) => ({
    path,
    lazy: lazyScreen(load),
    handle: { audience },
  }))
}
