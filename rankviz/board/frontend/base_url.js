/**
 * Tell Streamlit where the app is served: beside this page. Without this Streamlit first looks for it below the page's path,
 * which costs a round trip and two 404 responses. Streamlit reads the setting as it starts.
 */
Object.assign(window, { __streamlit: { BACKEND_BASE_URL: new URL(".", window.location.href).href } });
