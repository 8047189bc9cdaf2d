#pragma once
#include <curl/curl.h>

// The options of libcurl are set through variadic functions, which Swift cannot call.

static inline CURLcode curl_shim_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_shim_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_shim_set_headers(CURL *easy, struct curl_slist *list) {
  return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, list);
}

typedef size_t (*curl_shim_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode curl_shim_set_receiver(
    CURL *easy, CURLoption function, curl_shim_receiver receiver, CURLoption target,
    void *context) {
  CURLcode code = curl_easy_setopt(easy, function, receiver);
  return code == CURLE_OK ? curl_easy_setopt(easy, target, context) : code;
}

static inline long curl_shim_status(CURL *easy) {
  long status = 0;
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

static inline const char *curl_shim_redirect(CURL *easy) {
  char *url = NULL;
  curl_easy_getinfo(easy, CURLINFO_REDIRECT_URL, &url);
  return url;
}

// How the one transfer of a multi handle ended, or -1 if it has not.
static inline int curl_shim_result(CURLM *multi) {
  int left = 0;
  CURLMsg *message = curl_multi_info_read(multi, &left);
  return message && message->msg == CURLMSG_DONE ? (int)message->data.result : -1;
}
