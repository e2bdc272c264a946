// Replaces `react-router-dom` for ra-core, which is used for reading data only. Our router alone handles addresses, so
// ra-core's adapter must neither start a router nor add one to the files that everybody loads.
export { useLocation, useNavigate } from 'react-router'

function absent(): never {
  throw new Error('The back-office leaves addresses to the router of the product.')
}
export const useInRouterContext = (): boolean => true
export {
  absent as createHashRouter,
  absent as createMemoryRouter,
  absent as Link,
  absent as matchPath,
  absent as Navigate,
  absent as Outlet,
  absent as Route,
  absent as RouterProvider,
  absent as Routes,
  absent as UNSAFE_DataRouterContext,
  absent as UNSAFE_DataRouterStateContext,
  absent as useBlocker,
  absent as useMatch,
  absent as useParams,
}
