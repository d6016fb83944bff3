/* The Python module torch_opforge._C: plain functions; everything else of the extension registers itself with
 * PyTorch when the library is loaded. */
#define PY_SSIZE_T_CLEAN
#include "module.h"
#include <Python.h>
#include <stdlib.h>
#include <string.h>

static PyObject *finish(int failed)
{
    if (!failed)
        Py_RETURN_NONE;
    PyErr_SetString(PyExc_RuntimeError, opf_torch_error());
    return NULL;
}

static PyObject *synchronize(PyObject *self, PyObject *arguments)
{
    int failed;
    (void)self;
    (void)arguments;
    Py_BEGIN_ALLOW_THREADS failed = opf_torch_synchronize();
    Py_END_ALLOW_THREADS return finish(failed);
}

static PyObject *text_of(char *text)
{
    if (!text)
        return finish(1);
    PyObject *made = PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
    free(text);
    return made;
}

static PyObject *report(PyObject *self, PyObject *which)
{
    (void)self;
    const char *name = PyUnicode_AsUTF8(which);
    return name ? text_of(opf_torch_report(name)) : NULL;
}

static PyObject *number(PyObject *self, PyObject *which)
{
    (void)self;
    const char *name = PyUnicode_AsUTF8(which);
    if (!name)
        return NULL;
    const long long found = opf_torch_number(name);
    return found == OPF_TORCH_NO_NUMBER ? finish(1) : PyLong_FromLongLong(found);
}

static PyObject *set_number(PyObject *self, PyObject *arguments)
{
    const char *name;
    long long value;
    (void)self;
    if (!PyArg_ParseTuple(arguments, "sL", &name, &value))
        return NULL;
    return finish(opf_torch_set(name, value));
}

static PyObject *find(PyObject *self, PyObject *which)
{
    (void)self;
    const char *name = PyUnicode_AsUTF8(which);
    return name ? PyLong_FromVoidPtr(opf_torch_find(name)) : NULL;
}

static PyMethodDef methods[] = {
    {"synchronize", synchronize, METH_NOARGS,
     "Wait for everything queued on the NPU; raises what a kernel did wrong."},
    {"report", report, METH_O, "Lines of text: 'fallback', 'native' or 'libraries'."},
    {"number", number, METH_O, "A number by name."},
    {"set_number", set_number, METH_VARARGS, "Change a number by name."},
    {"find", find, METH_O, "Address of an aclnn function, 0 when no library has it."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_C", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__C(void)
{
    return PyModule_Create(&module);
}
