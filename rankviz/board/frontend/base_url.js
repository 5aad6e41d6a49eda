/**
 * Where this app is served: beside this page. Streamlit would look for the app below the page's path first, which costs a
 * round trip and two answers of 404. Streamlit reads this as it starts.
 */
Object.assign(window, { __streamlit: { BACKEND_BASE_URL: new URL(".", window.location.href).href } });
