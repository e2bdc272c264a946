// What ra-core finds when it asks for `react-router-dom`. It is used for reading data; addresses are our router's alone, so its
// own adapter must neither start a router nor draw one into the files that everybody loads.
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
